#!/usr/bin/env bash
# Migrates a cluster of three JVMs from Akka to Pekko node by node, and back:
#
#   tests/pekko/migrate.sh        without encryption
#   tests/pekko/migrate.sh tls    with TLS between all nodes
#   tests/pekko/migrate.sh own    from Akka to Pekko, and then to Pekko's own protocol
#
# All nodes take the same lock all the time. After each step each node must be granted it again. It fails when one is not, or
# when a fence is no greater than the one before at the same node. It takes some three minutes.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/tests/pekko/target/migration
rm -rf "$work"
mkdir -p "$work/akka" "$work/pekko"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
declare -A nodes

fail() {
    echo "$1"
    exit 1
}

stop_all() {
    for node in "${nodes[@]}"; do
        kill "$node" 2>/dev/null || true
    done
    wait
}
trap stop_all EXIT

mvn --batch-mode -q test-compile dependency:build-classpath -P pekko -pl tests/pekko,cluster-config/sample -am \
    -Dmdep.outputFile=target/classpath -Dmdep.includeScope=test -Dengine.phase=none -Dspotless.check.skip=true </dev/null \
    || fail "the build fails"
declare -A classes
classes[akka]=$work/akka:$(cat cluster-config/sample/target/classpath)
classes[pekko]=$work/pekko:$(cat tests/pekko/target/classpath)
"$java" -cp cluster-config/pekko/edition/target/classes symposium.edition.PekkoEdition tests/pekko/migration "$work/edition"
"${java}c" -nowarn -d "$work/akka" -cp "${classes[akka]}" tests/pekko/migration/java/Migrant.java
"${java}c" -nowarn -d "$work/pekko" -cp "${classes[pekko]}" "$work/edition/java/Migrant.java"
cat "$work/edition/node.conf" tests/pekko/migration/bridge.conf >"$work/pekko/node.conf"
cp tests/pekko/migration/node.conf "$work/akka/node.conf"
editions="pekko akka"
case ${1:-} in
    "") ;;
    own)
        editions="pekko own"
        mkdir "$work/own"
        classes[own]=${classes[pekko]}
        cat "$work/edition/node.conf" tests/pekko/migration/own.conf >"$work/own/node.conf"
        ;;
    tls)
        export SYMPOSIUM_STORE_PASSWORD=migration SYMPOSIUM_KEY_STORE=$work/keys/127.0.0.1.p12
        export SYMPOSIUM_TRUST_STORE=$work/keys/trust-store.p12
        cluster-config/deploy/certificates.sh "$work/keys" 127.0.0.1
        sed -i '1i include classpath("symposium-tls.conf")' "$work/akka/node.conf" "$work/pekko/node.conf"
        ;;
    *)
        echo "usage: $0 [tls | own], not '$1'" >&2
        exit 64
        ;;
esac

grants() {
    cat "$work"/*-"$1".log 2>/dev/null | grep -c '^granted' || true
}

# Waits until each node that runs has been granted the lock ten times more.
served() {
    local node before now left
    for node in "${!nodes[@]}"; do
        before=$(grants "$node")
        left=180
        until now=$(grants "$node") && [ "$now" -ge $((before + 10)) ]; do
            left=$((left - 1))
            [ "$left" -gt 0 ] || fail "node $node is not granted the lock: $work"
            sleep 1
        done
    done
}

start() {
    "$java" -Xmx300m -cp "${classes[$1]}" Migrant "$2" "$work/$1/node.conf" >>"$work/$1-$2.log" 2>&1 </dev/null &
    nodes[$2]=$!
}

replace() {
    kill "${nodes[$2]}"
    wait "${nodes[$2]}" || true
    start "$1" "$2"
    served
    echo "node $2 is of $1, and all are granted the lock"
}

for port in 25841 25842 25843; do
    start akka "$port"
done
served
for edition in $editions; do
    for port in 25843 25842 25841; do
        replace "$edition" "$port"
    done
done
for port in 25841 25842 25843; do
    for log in "$work"/*-"$port".log; do
        sed -n 's/^granted //p' "$log" | sort -n -u -c || fail "a fence does not grow: $log"
    done
done
echo "no fence went back: $(cat "$work"/*.log | grep -c '^granted') grants"
