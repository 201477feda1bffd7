#!/usr/bin/env bash
# Installs the missing packages of tools/packages.txt.
# Usage: tools/setup.sh [run|test]...   or source it and call install_packages.
#
# POLYGRAPH_SKIP_INSTALL=1 leaves the system alone and builds with what is there.

set -euo pipefail

say() { printf 'polygraph: %s\n' "$*" >&2; }

# Exit code 3 is the program's own for trouble with the environment.
fail() {
  say "error: $*"
  exit 3
}

# missing_packages ROOT KIND...: the packages of these kinds that are not there, one a line.
missing_packages() {
  local root=$1 kinds=" ${*:2} " kind package command status
  local -A wanted=()
  while read -r kind package command; do
    [[ -z $kind || $kind == \#* || $kinds != *" $kind "* ]] && continue
    [[ -n $command ]] && type -P "$command" >/dev/null && continue
    wanted[$package]=1
  done <"$root/tools/packages.txt"
  ((${#wanted[@]})) || return 0

  # dpkg-query fails when it doesn't know one of the names, and still lists the others.
  while read -r status package; do
    [[ $status == installed ]] && unset "wanted[$package]"
  done < <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${!wanted[@]}" 2>/dev/null || true)
  ((${#wanted[@]})) && printf '%s\n' "${!wanted[@]}" | sort
  return 0
}

# Prints the output of a command only if it fails.
quietly() {
  local log
  if ! log=$("$@" 2>&1 </dev/null); then
    printf '%s\n' "$log" >&2
    return 1
  fi
}

# install_packages ROOT KIND...
install_packages() {
  [[ ${POLYGRAPH_SKIP_INSTALL:-} == 1 ]] && return 0
  if ! type -P dpkg-query apt-get >/dev/null; then
    say "not a Debian system; the packages of tools/packages.txt are taken for granted"
    return 0
  fi
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if [[ $(id -u) != 0 ]]; then
    type -P sudo >/dev/null || fail_install "not root, and there is no sudo" "${missing[@]}"
    as_root=(sudo)
    # Without a terminal nobody could type a password.
    [[ -t 2 ]] || as_root+=(-n)
  fi

  local apt_get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  say "installing ${missing[*]}"
  quietly "${apt_get[@]}" update || say "warning: apt-get update failed; going on with the lists that are there"
  quietly "${apt_get[@]}" install -y --no-install-recommends "${missing[@]}" ||
    fail_install "apt-get failed" "${missing[@]}"
}

# install_node_modules ROOT FOLDER...: what their lock files say, where that changed since the last time.
install_node_modules() {
  [[ ${POLYGRAPH_SKIP_INSTALL:-} == 1 ]] && return 0
  local root=$1 folder
  for folder in "${@:2}"; do
    [[ $root/$folder/node_modules/.package-lock.json -nt $root/$folder/package-lock.json ]] && continue
    say "installing the node modules of $folder"
    (cd "$root/$folder" && quietly npm ci --ignore-scripts --no-audit --no-fund) ||
      fail "npm ci failed in $folder"
  done
}

fail_install() {
  local reason=$1
  shift
  say "error: $reason; missing packages: $*"
  say "run this as root, then try again:"
  printf '  apt-get update && apt-get install --no-install-recommends %s\n' "$*" >&2
  say "or set POLYGRAPH_SKIP_INSTALL=1 to build with what is there"
  exit 3
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  (($#)) || set -- run test
  install_packages "$(dirname "$(dirname "$(readlink -f "$0")")")" "$@"
fi
