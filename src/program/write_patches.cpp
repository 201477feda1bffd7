#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "program/write.h"

namespace pg {
namespace {

constexpr size_t kContext = 3;

// With their ends.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t length = end == text.npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

void add_lines(std::string& hunk, char sign, std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    hunk += sign;
    hunk += line;
    if (!line.ends_with('\n')) hunk += "\n\\ No newline at end of file\n";
  }
}

// Lines that are replaced.
struct Block {
  size_t first = 0;
  size_t last = 0;  // behind
  SourceChange change;
};

class Differ {
 public:
  explicit Differ(std::string_view source) : source_(source), lines_(split_lines(source)) {
    size_t at = 0;
    for (const std::string_view line : lines_) {
      starts_.push_back(at);
      at += line.size();
    }
    starts_.push_back(at);
  }

  std::string diff(const SourceChange& change) const {
    std::vector<Block> blocks;
    for (const SourceEdit& edit : change) {
      const size_t first = line_at(edit.begin);
      const size_t last = line_at(std::max(edit.begin + 1, edit.end) - 1) + 1;
      if (blocks.empty() || first >= blocks.back().last) blocks.push_back({first, last, {}});
      blocks.back().last = std::max(blocks.back().last, last);
      blocks.back().change.push_back(edit);
    }
    std::string text;
    int64_t moved = 0;  // lines that came in before
    for (size_t i = 0; i < blocks.size();) {
      size_t next = i + 1;
      while (next < blocks.size() && blocks[next].first <= blocks[next - 1].last + 2 * kContext)
        ++next;
      text += hunk(std::span(blocks).subspan(i, next - i), moved);
      i = next;
    }
    return text;
  }

 private:
  size_t line_at(size_t offset) const {
    return static_cast<size_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
  }

  std::string_view text_of(size_t first, size_t last) const {
    return source_.substr(starts_[first], starts_[last] - starts_[first]);
  }

  std::string hunk(std::span<const Block> blocks, int64_t& moved) const {
    const size_t first = blocks.front().first - std::min(blocks.front().first, kContext);
    const size_t last = std::min(blocks.back().last + kContext, lines_.size());
    std::string body;
    size_t at = first;
    size_t added = last - first;
    for (const Block& block : blocks) {
      add_lines(body, ' ', text_of(at, block.first));
      add_lines(body, '-', text_of(block.first, block.last));
      SourceChange change = block.change;
      for (SourceEdit& edit : change) {
        edit.begin -= starts_[block.first];
        edit.end -= starts_[block.first];
      }
      const std::string changed = apply_change(text_of(block.first, block.last), change);
      add_lines(body, '+', changed);
      added = added + split_lines(changed).size() - (block.last - block.first);
      at = block.last;
    }
    add_lines(body, ' ', text_of(at, last));
    const std::string head = fmt::format("@@ -{},{} +{},{} @@\n", first + 1, last - first,
                                         static_cast<int64_t>(first) + 1 + moved, added);
    moved += static_cast<int64_t>(added) - static_cast<int64_t>(last - first);
    return head + body;
  }

  std::string_view source_;
  std::vector<std::string_view> lines_;
  std::vector<size_t> starts_;
};

// As it was named, if that is a way down from here; else it stands alone.
std::string path_in_patch(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  const bool below = path.is_relative() && *path.begin() != "..";
  const std::string name = below ? path.string() : base_name(file);
  // What comes behind a tab is no part of a name that has blanks.
  return name.find(' ') == name.npos ? name : name + "\t";
}

}  // namespace

std::string patch_name(const Fault& fault) { return fmt::format("mutants/{:04}.patch", fault.id); }

std::vector<OutputFile> write_patches(const TestgenReport& report, std::string_view source) {
  std::vector<OutputFile> files;
  const Differ differ(source);
  const std::string name = path_in_patch(report.file);
  for (const MutantResult& mutant : report.mutants) {
    const Fault& fault = mutant.fault;
    if (fault.patch.empty()) continue;
    std::string text =
        fmt::format("Mutant {} of {}: {} {}, {}.\n", fault.id, report.interface.function, fault.op,
                    fault.change, verdict_text(mutant));
    if (!report.strict) text += "Signed overflow wraps around in mutants: compile with -fwrapv.\n";
    text += fmt::format("--- a/{0}\n+++ b/{0}\n{1}", name, differ.diff(fault.patch));
    files.push_back({patch_name(fault), std::move(text)});
  }
  return files;
}

}  // namespace pg
