#!/bin/bash
# Makes a site of the manual, build/manual/index.html: Sphinx reads the repository's Markdown as it is.
#   bash tools/manual.sh [BUILD]     as root on Debian it installs Sphinx
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
if ! python3 -c 'import sphinx, myst_parser, furo' 2>/dev/null && ! /usr/bin/python3 -c 'import sphinx, myst_parser, furo' 2>/dev/null; then
  [ "$(id -u)" = 0 ] || { echo "manual: python3-sphinx, python3-myst-parser and furo are needed" >&2; exit 1; }
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-sphinx python3-myst-parser furo >/dev/null
fi
python=python3 # another python3 on the PATH may lack what was installed
python3 -c 'import sphinx, myst_parser, furo' 2>/dev/null || python=/usr/bin/python3
SMR_BUILD=$(realpath "$build") "$python" -m sphinx -q -W --keep-going -c tools/manual -d "$build/manual-state" -b html . "$build/manual"
echo "manual: $build/manual/index.html"
