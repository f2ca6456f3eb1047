#!/usr/bin/env bash
# Measures hand-offs, hops and many locks on this machine, beside Hazelcast's FencedLock; prints a table. Options: --help.
set -eu
cd "$(dirname "$0")/../.."
# Maven runs only when something is newer than its last result.
if [ ! -e tests/bench/target/bench.classpath ] || [ ! -e tests/bench/target/classes ] \
    || [ -n "$(find pom.xml actors cluster-config tests/pom.xml tests/bench \( -name target -prune \) -o -newer tests/bench/target/bench.classpath -type f -print -quit)" ]; then
    mvn --batch-mode --quiet -DskipTests -pl tests/bench -am package dependency:build-classpath -Dmdep.outputFile=target/bench.classpath
fi
exec java -Xmx256m -cp "tests/bench/target/classes:$(cat tests/bench/target/bench.classpath)" symposium.bench.Benchmark "$@"
