#!/usr/bin/env bash
# Upgrades a cluster of three JVMs node by node from an earlier version to this one, and takes one node back:
#
#   tests/upgrade/check.sh                the earlier version is the latest tag v*, or without one the commit that last
#                                         changed the kept format or bytes of the messages between nodes
#   tests/upgrade/check.sh REVISION       another commit or tag
#
# Both are built, the earlier one from git's archive of it under tests/target/upgrade. After each step a member of either
# version takes the same lock. It fails when a lock is not granted, when a fence is no greater than the one before, when a node
# ends by itself or does not become ready, or when a log tells of a message that was dropped. It takes some minutes.
set -u
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/tests/target/upgrade
# Wherever they were, and no move of them.
kept=':(top,glob)tests/**/resources/symposium/wire/*'
revision=${1:-$(git describe --tags --match 'v*' --abbrev=0 2>/dev/null || git log -1 --format=%H -M --diff-filter=AM -- "$kept")}
former=$work/former/cluster-config/cli/target/symposium.jar
current=$root/cluster-config/cli/target/symposium.jar
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
base=${UPGRADE_PORT:-25610}
seeds=127.0.0.1:$base,127.0.0.1:$((base + 1)),127.0.0.1:$((base + 2))
nodes=(0 0 0)
latest=0

fail() {
    echo "$1"
    exit 1
}

stop_all() {
    local node
    for node in "${nodes[@]}"; do
        [ "$node" = 0 ] || kill "$node" 2>/dev/null
    done
    wait
}
trap stop_all EXIT

# Builds the command line in a directory; what follows goes to Maven.
build() {
    (cd "$1" && mvn --batch-mode -q package -pl cluster-config/cli -am -Dmaven.test.skip=true -Dspotless.check.skip=true "${@:2}") \
        >"$work/build.log" 2>&1 </dev/null || fail "the build in $1 fails: $work/build.log"
}

# Starts a node of a jar.
start() {
    "$java" -XX:TieredStopAtLevel=1 -jar "$2" node --algorithm resources --process "$1" --processes 3 --port $((base + $1)) \
        --seeds "$seeds" --management 127.0.0.1:$((base + 10 + $1)) >>"$work/node-$1.log" 2>&1 </dev/null &
    nodes[$1]=$!
}

# Waits until a node takes part.
ready() {
    local left=120
    until curl --silent --fail --max-time 2 "http://127.0.0.1:$((base + 10 + $1))/ready" >/dev/null; do
        kill -0 "${nodes[$1]}" 2>/dev/null || fail "node $1 has ended: $work/node-$1.log"
        left=$((left - 1))
        [ "$left" -gt 0 ] || fail "node $1 is not ready: $work/node-$1.log"
        sleep 1
    done
}

# A node leaves in good order, and starts again with a jar.
again() {
    kill "${nodes[$1]}"
    wait "${nodes[$1]}"
    nodes[$1]=0
    start "$1" "$2"
    ready "$1"
}

# A member of each version takes the lock.
locks() {
    local jar fence
    for jar in "$former" "$current"; do
        fence=$(timeout 120 "$java" -XX:TieredStopAtLevel=1 -jar "$jar" lock upgrade --seeds "$seeds" -- sh -c 'echo "fence $SYMPOSIUM_FENCE"' 2>>"$work/lock.log" |
            sed -n 's/^fence //p')
        [ -n "$fence" ] || fail "$1: no lock by ${jar#"$root"/}: $work/lock.log"
        [ "$fence" -gt "$latest" ] || fail "$1: fence $fence after $latest"
        latest=$fence
    done
    echo "$1: a lock by a member of either version, the latest fence is $latest"
}

[ -n "$revision" ] || fail "no earlier version: git has neither a tag v* nor $kept"
rm -rf "$work" && mkdir -p "$work/former" || exit 1
git archive "$revision" | tar --extract --directory "$work/former" || fail "git has no $revision"
echo "from $(git log -1 --format='%h of %as' "$revision") to this version"
build "$work/former" -Dengine.phase=none
# With the engine of the pages: this jar stays in the checkout.
build "$root"

for number in 0 1 2; do
    start "$number" "$former"
done
for number in 0 1 2; do
    ready "$number"
done
locks "three nodes of the earlier version"
again 1 "$current"
locks "one node upgraded"
again 2 "$current"
locks "two nodes upgraded"
again 1 "$former"
locks "one of them taken back"
again 1 "$current"
again 0 "$current"
locks "all nodes upgraded"
if grep -n -i 'dropped\|not understood\|refused' "$work"/node-*.log; then
    fail "messages were dropped or refused"
fi
echo "upgraded node by node, and back"
