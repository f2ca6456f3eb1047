#!/usr/bin/env bash
# Mutation testing of one part of the code, with those of its tests that are fast:
#
#   tests/mutants/run.sh links                              the whole part
#   tests/mutants/run.sh kernel --slice 2/6                 the second of six slices, each of some of its classes
#   tests/mutants/run.sh kernel --only Algorithm,Graph      these classes
#   tests/mutants/run.sh host --only Host --kind returns    mutants of one kind: returns, calls or conditions
#   tests/mutants/run.sh kernel --sum                       no run: what the runs so far have found
#
# Writes target/pit/index.html of the module with the tests, tests/actors or tests/cluster-config, for this run, and keeps what
# it has found of each class in target/pit/PART there.
# Prints for each class how many mutants it has, how many of them a test kills by failing, and how many do not fail a
# test but time out (an endless loop, or too slow a machine) or end the JVM; then their sums, and the classes of the part
# that no run has measured.
set -eu
cd "$(dirname "$0")/../.."
usage() {
    echo "usage: $0 checker|links|runtime|kernel|simulation|host" >&2
    echo "    [--slice I/N|--only CLASS,...] [--kind returns|calls|conditions] [--sum] [MAVEN-OPTION...]" >&2
    exit 2
}
actors=actors/src/main/java/symposium
tools=actors/tools/src/main/java/symposium
service=cluster-config/service/src/main/java/symposium
simulation='symposium.simulation.*Test'
checker='symposium.checker.*Test,symposium.checker.*.*Test'
links='symposium.links.BacklogTest,symposium.links.LinkEndTest,symposium.links.LinkedInvariantsTest,symposium.links.LinkedProtocolTest,symposium.links.LostWayTest,symposium.links.ReliableLinkVariantsTest,symposium.links.ReturnTest'
runtime='symposium.kernel.runtime.ProcessRuntimeTest,symposium.actor.ProcessActorTest'
host='symposium.cluster.Host*Test,symposium.cluster.host.*Test'
# Slow, or of random seeds.
slow='symposium.checker.ExhibitsTest,symposium.checker.WalkerTest,symposium.simulation.FollowedByCheckerTest'
part="${1:-}"
case "$part" in
    checker | links | simulation) mapfile -t sources < <(find "$actors/$part" "$tools/$part" -name '*.java' 2>/dev/null) && tests="${!part}" ;;
    runtime) sources=("$actors/kernel/runtime/ProcessRuntime.java" "$actors/actor/RuntimeDriver.java") tests="$runtime" ;;
    kernel) mapfile -t sources < <(find "$actors/kernel" -name '*.java') && tests="symposium.kernel.*,symposium.kernel.*.*,$checker,$runtime" ;;
    host) sources=("$service/cluster/host"/*.java) tests="$host" ;;
    *) usage ;;
esac
module=tests/actors
[ "$part" != host ] || module=tests/cluster-config
shift
slice=1 slices=1 only='' kind='' sum=''
while true; do
    case "${1:-}" in
        --slice) slice="${2%/*}" slices="${2#*/}"; shift 2 ;;
        --only) only=",$2,"; shift 2 ;;
        --kind) kind="$2"; shift 2 ;;
        --sum) sum=yes; shift ;;
        *) break ;;
    esac
done
# Together these are what PIT does that is told nothing.
case "$kind" in
    returns) mutators='EMPTY_RETURNS,FALSE_RETURNS,TRUE_RETURNS,NULL_RETURNS,PRIMITIVE_RETURNS' ;;
    calls) mutators='VOID_METHOD_CALLS' ;;
    conditions) mutators='NEGATE_CONDITIONALS,CONDITIONALS_BOUNDARY,INVERT_NEGS,MATH,INCREMENTS' ;;
    '') mutators='' ;;
    *) usage ;;
esac

# The classes of the part, the largest first, and of these the ones to be measured.
classes=() measured=()
while read -r _ source; do
    class="${source#*src/main/java/}" class="${class%.java}"
    name="${class##*/}"
    [ "$name" != package-info ] || continue
    classes+=("${class//\//.}")
    if [ -n "$only" ] && [[ "$only" == *",$name,"* ]] ||
        [ -z "$only" ] && [ $(((${#classes[@]} - 1) % slices + 1)) = "$slice" ]; then
        measured+=("${class//\//.}")
    fi
done < <(wc -c "${sources[@]}" | sed '$d' | sort -k1,1nr -k2)

found="$module/target/pit/$part"
mkdir -p "$found"
touch "$found/none.csv"
if [ -z "$sum" ]; then
    [ ${#measured[@]} -gt 0 ] || usage
    targets="$(printf '%s,%s$*,' $(for class in "${measured[@]}"; do echo "$class" "$class"; done))"
    mvn -B test -P pit -pl "$module" -am "-DtargetClasses=${targets%,}" "-DtargetTests=$tests" \
        "-DexcludedTestClasses=$slow" ${mutators:+"-Dmutators=$mutators"} "$@"
    for class in "${measured[@]}"; do
        if [ -n "$kind" ]; then rm -f "$found/$class.all.csv"; else rm -f "$found/$class".*.csv; fi
        awk -F, -v class="$class" '{ of = $2; sub(/\$.*/, "", of) } of == class' "$module/target/pit/mutations.csv" \
            > "$found/$class.${kind:-all}.csv"
    done
fi
awk -F, '
    { sub(/\$.*/, "", $2); all[$2]++; all["total"]++
      how = $6 == "SURVIVED" || $6 == "NO_COVERAGE" ? "survived" : $6 == "KILLED" || $6 == "TIMED_OUT" ? $6 : "ENDED"
      count[$2, how]++; count["total", how]++ }
    END { for (of in all)
        printf "%-45s %5d mutants %5d (%5.1f %%) killed by a test %3d timed out %3d ended the JVM %4d survived\n", of,
            all[of], count[of, "KILLED"], 100 * count[of, "KILLED"] / all[of], count[of, "TIMED_OUT"],
            count[of, "ENDED"], count[of, "survived"] }' \
    "$found"/*.csv | sort
for class in "${classes[@]}"; do
    missing=''
    for each in returns calls conditions; do
        [ -e "$found/$class.all.csv" ] || [ -e "$found/$class.$each.csv" ] || missing+=" $each"
    done
    [ -z "$missing" ] || echo "$class has not been measured:$missing"
done
