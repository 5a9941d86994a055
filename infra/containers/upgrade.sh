#!/bin/sh
# Upgrades the running composition of this folder to the version of its code, or returns to an earlier one:
#   sh infra/containers/upgrade.sh                  builds an image and switches to it
#   sh infra/containers/upgrade.sh --to VERSION     switches to an existing image (docker images answerable/site)
# Settings are checked and the database is migrated first. Then the containers are replaced one by one: the new
# one is started, and the old one is stopped once the new one is ready. The first error and Ctrl-C stop the
# upgrade; containers that have not been replaced keep running. A stopped upgrade can be repeated.
set -eu
cd "$(dirname "$0")/../.."

programs='auth catalog moderation diagnostics notifications evidence realtime gateway'
patience=${UPGRADE_SECONDS:-120}

say() { printf '%s\n' "$*"; }
fail() { say "Upgrade stopped: $*" >&2; exit 1; }

version_of_code() {
  version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json | head -n 1)
  if commit=$(git rev-parse --short HEAD 2>/dev/null); then
    version="$version-$commit"
    [ -z "$(git status --porcelain --untracked-files=no)" ] || version="$version-$(date -u +%Y%m%d%H%M%S)"
  else
    version="$version-$(date -u +%Y%m%d%H%M%S)"
  fi
  say "$version"
}

hash_of() { docker compose config --hash "$1" | cut -d ' ' -f 2; }
made_of() { docker inspect --format '{{.Image}} {{index .Config.Labels "com.docker.compose.config-hash"}}' "$1"; }
health_of() { docker inspect --format '{{.State.Status}} {{.State.Health.Status}}' "$1"; }
containers_of() { docker compose ps --quiet "$1"; }

until_healthy() {
  seconds=0
  while [ "$(health_of "$1")" != 'running healthy' ]; do
    [ "$seconds" -lt "$patience" ] || return 1
    case $(health_of "$1") in exited*|dead*) return 1 ;; esac
    sleep 1
    seconds=$((seconds + 1))
  done
}

# Creates one more container of a program and prints its id. It is not started yet.
add_one() {
  before=$(docker compose ps --all --quiet "$1")
  count=$(printf '%s\n' "$before" | wc -l)
  docker compose up --no-start --no-deps --no-recreate --scale "$1=$((count + 1))" "$1" >/dev/null 2>&1 ||
    fail "no container could be created for $1"
  for container in $(docker compose ps --all --quiet "$1"); do
    case $before in *"$container"*) ;; *) say "$container" ;; esac
  done
}

replace() { # program, old container
  old=$2 new=''
  new=$(add_one "$1")
  [ -n "$new" ] || fail "no container could be created for $1"
  if [ "$1" = gateway ] && ! published_as_range; then
    # The port can belong to one container at a time.
    docker stop "$2" >/dev/null
  fi
  docker start "$new" >/dev/null && until_healthy "$new" || {
    docker logs --tail 5 "$new" >&2 || true
    fail "the new $1 did not become ready; the old one is still running. To go back: sh infra/containers/upgrade.sh --to $former"
  }
  replaced=$2
  old=
  remove_replaced
}

remove_replaced() {
  docker stop "$replaced" >/dev/null
  docker rm "$replaced" >/dev/null
  replaced=
}

# The container that is being replaced, the one that takes its place, and one whose place was taken.
old='' new='' replaced=''

# However the upgrade ends: completes a replacement, or undoes it where the new container is not ready.
clean_up() {
  trap '' INT TERM HUP
  [ -z "$replaced" ] || remove_replaced || true
  [ -n "$old" ] || return 0
  for container in $new $(docker compose ps --all --quiet --status created "$program"); do
    docker rm --force "$container" >/dev/null 2>&1 || true
  done
  docker start "$old" >/dev/null
}

published_as_range() { docker compose config gateway | grep -Eq 'published: "?[0-9]+-[0-9]+'; }

keep_version() {
  touch .env
  draft=$(mktemp .env.XXXXXX)
  { grep -v '^ANSWERABLE_VERSION=' .env || true; say "ANSWERABLE_VERSION=$1"; } >"$draft"
  # Into the file as it is, which keeps its owner and its rights.
  cat "$draft" >.env
  rm "$draft"
}

running=$(containers_of gateway | head -n 1)
[ -n "$running" ] || fail 'no site is running here. To start one: docker compose up -d --wait'
former=$(docker inspect --format '{{.Config.Image}}' "$running")
former=${former##*:}

case ${1:-} in
  --to)
    ANSWERABLE_VERSION=${2:?--to needs a version}
    docker image inspect "answerable/site:$ANSWERABLE_VERSION" >/dev/null 2>&1 || fail "there is no image answerable/site:$ANSWERABLE_VERSION"
    ;;
  '') ANSWERABLE_VERSION=$(version_of_code) ;;
  *) sed -n '2,7p' "$0" | cut -c 3-; exit 2 ;;
esac
export ANSWERABLE_VERSION
trap clean_up EXIT
trap "fail 'interrupted; the site is running, and the upgrade can be repeated'" INT TERM HUP
say "Upgrading from $former to $ANSWERABLE_VERSION"

[ "${1:-}" = --to ] || docker compose build --quiet || fail 'the image could not be built'
docker compose run --rm --no-deps settings || fail 'the settings are invalid; nothing was changed'
if [ "${1:-}" != --to ]; then
  say 'Migrating the database'
  docker compose run --rm --no-deps migrate || fail 'the database could not be migrated; the site keeps running unchanged'
fi

image=$(docker image inspect --format '{{.Id}}' "answerable/site:$ANSWERABLE_VERSION")
for program in $programs; do
  wanted="$image $(hash_of "$program")"
  for container in $(containers_of "$program"); do
    [ "$(made_of "$container")" != "$wanted" ] || continue
    say "Replacing $program"
    replace "$program" "$container"
  done
done
keep_version "$ANSWERABLE_VERSION"
docker compose up --detach --no-deps places >/dev/null 2>&1 || say 'New places could not be loaded. To try again: docker compose up -d places'

for server in postgres nats redis; do
  now=$(containers_of "$server" | head -n 1)
  [ -n "$now" ] || continue
  case $(made_of "$now") in *" $(hash_of "$server")") continue ;; esac
  say "The settings of $server have changed in this version. To apply them: docker compose up -d $server"
done
say "$ANSWERABLE_VERSION is running. To go back: sh infra/containers/upgrade.sh --to $former"
