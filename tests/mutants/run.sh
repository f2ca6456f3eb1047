#!/usr/bin/env bash
# Mutation testing of one part of the code, with those of its tests that are fast: tests/mutants/run.sh links
# Writes tests/target/pit/index.html, and prints for each class how many mutants it has, how many of them a test kills by
# failing, and how many do not fail a test but time out (an endless loop, or too slow a machine) or end the JVM.
set -eu
cd "$(dirname "$0")/../.."
part="${1:-}"
checker='symposium.checker.*Test'
links='symposium.links.LinkEndTest,symposium.links.LinkedProtocolTest,symposium.links.ReliableLinkVariantsTest,symposium.links.ReturnTest'
runtime='symposium.kernel.ProcessRuntimeTest,symposium.actor.ProcessActorTest'
case "$part" in
    checker) classes='symposium.checker.*' tests="$checker" ;;
    links) classes='symposium.links.*' tests="$links" ;;
    runtime) classes='symposium.kernel.ProcessRuntime,symposium.actor.RuntimeDriver' tests="$runtime" ;;
    kernel) classes='symposium.kernel.*' tests="symposium.kernel.*,$checker,$runtime" ;;
    simulation) classes='symposium.simulation.*' tests='symposium.simulation.SimulationTest,symposium.simulation.MishapTest' ;;
    host) classes='symposium.cluster.Host,symposium.cluster.Endpoint' tests='symposium.cluster.HostTest' ;;
    *) echo "usage: $0 checker|links|runtime|kernel|simulation|host [MAVEN-OPTION...]" >&2; exit 2 ;;
esac
shift
mvn -B test -P pit -pl tests -am "-DtargetClasses=$classes" "-DtargetTests=$tests" \
    -DexcludedTestClasses=symposium.checker.ExhibitsTest,symposium.checker.WalkerTest "$@"
awk -F, '
    { sub(/\$.*/, "", $2); all[$2]++; all["total"]++
      how = $6 == "SURVIVED" || $6 == "NO_COVERAGE" ? "survived" : $6 == "KILLED" || $6 == "TIMED_OUT" ? $6 : "ENDED"
      count[$2, how]++; count["total", how]++ }
    END { for (of in all)
        printf "%-45s %5d mutants %5d (%5.1f %%) killed by a test %3d timed out %3d ended the JVM\n", of, all[of],
            count[of, "KILLED"], 100 * count[of, "KILLED"] / all[of], count[of, "TIMED_OUT"], count[of, "ENDED"] }' \
    tests/target/pit/mutations.csv | sort
