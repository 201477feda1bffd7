# Sourced by ./polygraph and ./test: configures and builds one preset, one caller at a time.
# shellcheck shell=bash

# shellcheck source=tools/setup.sh
source "$root/tools/setup.sh"

# What the program is built from; a change in any of it is younger than the stamp.
built_from=(src cmake web/dist CMakeLists.txt CMakePresets.json tools/packages.txt)

# up_to_date PRESET: true if the program was built and nothing changed since.
# Spends one process, as every call of ./polygraph pays for it.
up_to_date() {
  local dir=$root/build/$1
  [[ -x $dir/bin/polygraph && -f $dir/.built ]] || return 1
  [[ -z $(cd "$root" && find "${built_from[@]}" -newer "$dir/.built" -print -quit 2>&1) ]]
}

# Holds the lock on file descriptor 9 until release_lock or the end of the process.
take_lock() {
  { mkdir -p "$root/build/$1" && [[ -w $root/build/$1 ]] && exec 9>"$root/build/.lock"; } 2>/dev/null ||
    fail "cannot write to $root/build; Polygraph builds itself there, so copy it to a place you can write to"
  flock --nonblock 9 || {
    say "waiting for another build to end"
    flock 9
  }
}

release_lock() { exec 9>&-; }

# What was compiled in one clone serves in the others. ccache refuses to work without a home that it can write to.
set_up_ccache() {
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
  if [[ -z ${CCACHE_DIR:-} && ! -w ${HOME:-/nonexistent} ]]; then
    export CCACHE_DIR=$root/build/.ccache
  fi
}

cached() { grep -qsxF -- "$2" "$root/build/$1/CMakeCache.txt"; }

# configure PRESET [-DNAME=VALUE...]: runs cmake if it never ran here, or if the presets or the options changed.
# A tree that was moved starts afresh, because CMake's cache holds absolute paths.
configure() {
  local preset=$1 dir=$root/build/$1 option fresh=()
  shift
  cached "$preset" "CMAKE_HOME_DIRECTORY:INTERNAL=$root" || fresh=(--fresh)
  local needed=${#fresh[@]}
  [[ -f $dir/build.ninja && ! $root/CMakePresets.json -nt $dir/build.ninja ]] || needed=1
  for option in "$@"; do
    cached "$preset" "${option#-D}" || needed=1
  done
  ((needed)) || return 0
  (cd "$root" && run_logged "$dir/configure.log" cmake "${fresh[@]}" --preset "$preset" "$@")
}

# compile PRESET [TARGET...]; ninja's progress shows on a terminal, elsewhere only errors show.
compile() {
  local dir=$root/build/$1 target targets=()
  shift
  for target in "$@"; do targets+=(--target "$target"); done
  : >"$dir/.built.new"
  if [[ -t 2 ]]; then
    cmake --build "$dir" "${targets[@]}" >&2 </dev/null || return 1
  else
    run_logged "$dir/build.log" cmake --build "$dir" "${targets[@]}" || return 1
  fi
  # The stamp carries the time at which the build began: what was edited meanwhile is younger.
  mv "$dir/.built.new" "$dir/.built"
}

run_logged() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    return 1
  fi
}

# build_tools TARGET...: builds programs of tests/ in release. Not compile(): its stamp says that the program itself is
# up to date.
build_tools() {
  trap 'exit 130' INT
  take_lock release
  install_packages "$root" run test
  set_up_ccache
  configure release -DPOLYGRAPH_TESTS:BOOL=ON || fail "configuring failed"
  local target targets=()
  for target in "$@"; do targets+=(--target "$target"); done
  run_logged "$root/build/release/$1.log" cmake --build "$root/build/release" "${targets[@]}" || fail "the build failed"
  release_lock
  trap - INT
}
