#!/bin/sh
# Says in one line what keeps the site's own Node from running, since no script of its own could.
root=$(cd "$(dirname "$0")/.." && pwd)
if [ ! -d "$root/node_modules" ]; then
  echo 'The packages are not installed. Run: npm ci' >&2
  exit 1
fi
if ! problem=$(node --version 2>&1 >/dev/null); then
  case $problem in
    *libatomic*) echo 'Node 26 needs a system library. Run: apt-get install libatomic1 (Debian, Ubuntu) or dnf install libatomic (Fedora)' >&2 ;;
    *) echo "Node does not run here: $problem" >&2 ;;
  esac
  exit 1
fi
version=$(node --version)
major=${version#v}
major=${major%%.*}
if [ "$major" -lt 24 ]; then
  echo "Node $version is too old and no newer one came with the packages for this platform. Install Node 26." >&2
  exit 1
fi
