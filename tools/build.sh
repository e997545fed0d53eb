# For scripts that build SMR: tells how long it has been going on, and how far a build is. Sourced.
#   say TEXT                        a line with the minutes and seconds since the script began
#   build PRESET LOG [OPTION…]      configures (OPTION…: cmake's) and builds; on failure prints the log and returns 1.
#                                   BUILD_TARGET: what to build (default: all)
say() { printf '%s: %d:%02d %s\n' "$(basename "$0" .sh)" $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }

# Says when a quarter of ninja's steps is done.
progress() { # preset
  local line quarter=0
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && ((BASH_REMATCH[1] * 4 / BASH_REMATCH[2] > quarter)); then
      quarter=$((BASH_REMATCH[1] * 4 / BASH_REMATCH[2]))
      say "  $1: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps"
    fi
  done
}

build() {
  local preset=$1 log=$2
  shift 2
  say "building: $preset"
  {
    cmake --preset "$preset" "$@" &&
      cmake --build --preset "$preset" -j "$(nproc)" ${BUILD_TARGET:+--target "$BUILD_TARGET"}
  } 2>&1 | tee "$log" | progress "$preset" || {
    cat "$log"
    echo "$(basename "$0" .sh): the $preset build failed" >&2
    return 1
  }
}
