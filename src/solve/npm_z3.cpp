#include "solve/npm_z3.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "solve/process.h"
#include "solve/solver.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

// Reads SMT-LIB from standard input as the z3 binary does: evaluates what is complete up to an
// echo, prints what Z3 prints. (reset) is a new context.
constexpr std::string_view kDriver = R"js('use strict';
const { init } = require(process.argv[2]);
const settings = process.argv.slice(3);

// Cuts the complete commands off a text: [commands, rest]. A command is [word, text].
function commands(text) {
  const found = [];
  let depth = 0, start = 0, done = 0;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (c === '"' || c === '|') {
      const end = text.indexOf(c, i + 1);
      if (end < 0) break;
      i = end;
    } else if (c === ';') {
      const end = text.indexOf('\n', i);
      if (end < 0) break;
      i = end;
    } else if (c === '(') {
      if (depth++ === 0) start = i;
    } else if (c === ')' && --depth <= 0) {
      depth = 0;
      const command = text.slice(start, i + 1);
      found.push([(/^\(\s*([^\s()"|]+)/.exec(command) || ['', ''])[1], command]);
      done = i + 1;
    }
  }
  return [found, text.slice(done)];
}

(async () => {
  const { Z3, em } = await init();
  for (const setting of settings) {
    const time = /^-t:(\d+)$/.exec(setting);
    const [name, value] = time ? ['timeout', time[1]] : setting.split('=');
    if (value !== undefined) Z3.global_param_set(name, value);
  }
  let context;
  const renew = () => {
    if (context) Z3.del_context(context);
    const config = Z3.mk_config();
    context = Z3.mk_context(config);
    Z3.del_config(config);
  };
  renew();
  const print = text => text && process.stdout.write(text.endsWith('\n') ? text : text + '\n');
  // Z3.eval_smtlib2_string puts the text on a stack that is used again while another thread still
  // reads it: now and then Z3 reads something else.
  const evaluate = async batch => {
    if (!batch) return;
    const bytes = Buffer.from(batch + '\0');
    const text = em._malloc(bytes.length);
    try {
      Z3.get_full_version();  // lets the module see the memory that other threads have added
      em.HEAPU8.set(bytes, text);
      print(await em.async_call(em._async_Z3_eval_smtlib2_string, context, text));
    } catch (error) {
      print(`(error "${String(error.message || error).replace(/"/g, "'")}")`);
    } finally {
      em._free(text);
    }
  };
  const run = async list => {
    let batch = '';
    for (const [word, text] of list) {
      if (word === 'echo' || word === 'reset' || word === 'exit') {
        await evaluate(batch);
        batch = '';
        if (word === 'echo') print(text.slice(text.indexOf('"') + 1, text.lastIndexOf('"')));
        if (word === 'reset') renew();
        if (word === 'exit') process.exit(0);
      } else {
        batch += text + '\n';
      }
    }
    await evaluate(batch);
  };
  let rest = '';
  let work = Promise.resolve();
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', data => {
    const [list, left] = commands(rest + data);
    rest = left;
    work = work.then(() => run(list));
  });
  process.stdin.on('end', () => { work.then(() => process.exit(0)); });
})().catch(error => {
  process.stderr.write(`RuntimeError: ${error.stack || error}\n`);
  process.exit(70);
});
)js";

fs::path cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return fs::path(cache) / "polygraph";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".cache" / "polygraph";
  return fs::temp_directory_path() / "polygraph-cache";
}

fs::path releases_folder() { return cache_folder() / "z3-solver"; }
fs::path package_of(const std::string& release) {
  return releases_folder() / release / "node_modules" / "z3-solver";
}

}  // namespace

bool is_release(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == text.npos &&
         text.find("..") == text.npos && text.front() != '.' && text.back() != '.';
}

std::vector<std::string> installed_npm_z3() {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(releases_folder(), ignored)) {
    const std::string release = entry.path().filename().string();
    if (is_release(release) && fs::exists(package_of(release) / "package.json", ignored))
      found.push_back(release);
  }
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::vector<std::string>> npm_z3_command(const std::string& release) {
  if (!is_release(release))
    return Error{{}, fmt::format("'{}' is no release of Z3; expected one such as 4.12.2", release)};
  std::error_code ignored;
  if (!fs::exists(package_of(release) / "package.json", ignored))
    return Error{
        {},
        fmt::format("z3@{0} is not installed; run 'polygraph solvers --install z3@{0}'", release)};
  const std::string node = find_program("node");
  if (node.empty())
    return environment_error(fmt::format("z3@{} needs node: install nodejs", release));
  // The driver is written anew where it is not this one.
  const fs::path driver = releases_folder() / "driver.js";
  std::ifstream file(driver, std::ios::binary);
  const std::string old(std::istreambuf_iterator<char>(file), {});
  if (old != kDriver) {
    const fs::path fresh = driver.string() + fmt::format(".{}", ::getpid());
    std::ofstream(fresh, std::ios::binary) << kDriver;
    fs::rename(fresh, driver, ignored);
    if (ignored) return environment_error(fmt::format("cannot write {}", driver.string()));
  }
  std::vector<std::string> command{node};
  // The packages before 4.9 take node's fetch for a browser's.
  if (release.starts_with("4.8.")) command.push_back("--no-experimental-fetch");
  command.push_back(driver.string());
  command.push_back(package_of(release).string());
  return command;
}

Result<std::string> install_npm_z3(const std::string& release) {
  if (!is_release(release))
    return Error{{}, fmt::format("'{}' is no release of Z3; expected one such as 4.12.2", release)};
  const std::string npm = find_program("npm");
  if (npm.empty() || find_program("node").empty())
    return environment_error(
        "installing releases of Z3 needs node and npm: install nodejs and npm");
  const fs::path folder = releases_folder() / release;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return environment_error(fmt::format("cannot make {}: {}", folder.string(), error.message()));
  Result<std::unique_ptr<Process>> process =
      Process::start({npm, "install", "--prefix", folder.string(), "--no-audit", "--no-fund",
                      "--no-save", "z3-solver@" + release},
                     {}, folder.string());
  if (!process) return process.error();
  const Process::Stop stop = (*process)->exchange({}, {}, Clock::now() + std::chrono::minutes(10));
  const bool good = stop == Process::Stop::Ended && (*process)->exit_code() == 0 &&
                    fs::exists(package_of(release) / "package.json", error);
  if (good) return folder.string();
  const std::string said = (*process)->take_errors();
  fs::remove_all(folder, error);
  return environment_error(fmt::format("npm could not install z3-solver@{}{}{}", release,
                                       said.empty() ? "" : ": ", said.substr(0, said.find('\n'))));
}

}  // namespace pg
