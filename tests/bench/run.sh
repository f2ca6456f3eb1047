#!/usr/bin/env bash
# Measures hand-offs, hops and many locks on this machine, beside Hazelcast's FencedLock; prints a table. Options: --help.
set -eu
cd "$(dirname "$0")/../.."
mvn --batch-mode --quiet -DskipTests -pl tests/bench -am package dependency:build-classpath -Dmdep.outputFile=target/bench.classpath
exec java -Xmx256m -cp "tests/bench/target/classes:$(cat tests/bench/target/bench.classpath)" symposium.bench.Benchmark "$@"
