# cmake -DINPUT=FILE -DOUTPUT=FILE.cpp -DHEADER=FILE.h -DFUNCTION=NAME -P embed.cmake: the file as what the
# function of the header returns.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(('[^']*',){16})" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"
namespace pg {
static constexpr char kBytes[] = {\n${bytes}};
std::string_view ${FUNCTION}() { return {kBytes, sizeof kBytes}; }
}  // namespace pg
")
