#!/usr/bin/env bash
# Mutation testing of one part of the code, with those of its tests that are fast: tests/mutants/run.sh links
# Writes tests/target/pit/index.html, and prints how many mutants each class has, and how many of them are killed.
set -eu
cd "$(dirname "$0")/../.."
part="${1:-}"
checker='symposium.checker.*Test'
links='symposium.links.LinkEndTest,symposium.links.ReliableLinkVariantsTest,symposium.links.ReturnTest'
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
awk -F, '{ sub(/\$.*/, "", $2); all[$2]++; if ($6 != "SURVIVED" && $6 != "NO_COVERAGE") killed[$2]++ }
    END { for (one in all) printf "%5d of %5d killed: %s\n", killed[one], all[one], one
          for (one in all) { k += killed[one]; n += all[one] } printf "%5d of %5d killed: %.1f %%\n", k, n, 100 * k / n }' \
    tests/target/pit/mutations.csv | sort -k5
