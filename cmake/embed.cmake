# cmake -DINPUT=FILE -DOUTPUT=FILE.cpp -P embed.cmake: the file as the constant of page_template().
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(('[^']*',){16})" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"report/page.h\"
namespace pg {
static constexpr char kBytes[] = {\n${bytes}};
std::string_view page_template() { return {kBytes, sizeof kBytes}; }
}  // namespace pg
")
