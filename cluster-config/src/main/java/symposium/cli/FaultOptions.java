package symposium.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import symposium.kernel.Algorithm;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.Start;
import symposium.simulation.Durations;
import symposium.simulation.ScheduledFault;

/** Reads what is to befall processes and links: {@code --crash}, {@code --leave}, {@code --fail} and {@code --heard}. */
final class FaultOptions {

    private static final long LATEST = 1_000_000_000_000L;
    private static final int LONGEST = 1_000_000_000;
    private static final Pattern AT = Pattern.compile("(.+)@([0-9]+)(?:\\.\\.([0-9]+))?");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:\\.\\.([0-9]{1,9}))?");

    private final Algorithm<?, ?, ?, ?, ?> algorithm;
    private final NetworkOptions arrangement;
    private final Durations heard;
    private final List<ScheduledFault> all = new ArrayList<>();

    FaultOptions(Algorithm<?, ?, ?, ?, ?> algorithm, NetworkOptions arrangement, String heard) {
        this.algorithm = algorithm;
        this.arrangement = arrangement;
        this.heard = ticks("--heard", heard);
    }

    List<ScheduledFault> all() {
        return all;
    }

    /** A number of ticks, T or T..T2. */
    static Durations ticks(String option, String text) {
        Matcher matcher = RANGE.matcher(text.strip());
        if (matcher.matches()) {
            int least = Values.whole(option, matcher.group(1), 0, LONGEST);
            int most = matcher.group(2) == null ? least : Values.whole(option, matcher.group(2), 0, LONGEST);
            if (least <= most) {
                return Durations.between(least, most);
            }
        }
        throw new BadInput("%s %s: T or T..T2 is wanted, ticks from 0, the lesser number first"
                .formatted(option, Values.quoted(text)));
    }

    /** P@T, with commas between. A process of an algorithm that does not stand this hears of nothing. */
    void crashes(String text) {
        for (String each : text.split(",", -1)) {
            Matcher at = at("--crash", each, "P@T is wanted, process and tick", false);
            ProcessId process = arrangement.process("--crash", at.group(1));
            all.add(new ScheduledFault.Crash(
                    tick("--crash", at.group(2)), process, heardIf(MembershipTolerance.DEPARTURES)));
        }
    }

    /** P@T, with commas between. */
    void departures(String text) {
        if (!knowsHowToLeave(algorithm)) {
            throw new BadInput("--leave: %s has no rule by which a process leaves".formatted(algorithm.name()));
        }
        for (String each : text.split(",", -1)) {
            Matcher at = at("--leave", each, "P@T is wanted, process and tick", false);
            all.add(new ScheduledFault.Leaving(
                    tick("--leave", at.group(2)), arrangement.process("--leave", at.group(1)), heard));
        }
    }

    private <S, M, U, I, O> boolean knowsHowToLeave(Algorithm<S, M, U, I, O> one) {
        ProcessId first = arrangement.positions().get(0);
        Protocol<S, M, I, O> protocol = one.protocol(new Start(arrangement.processes(), first, 1));
        Neighbours neighbours = arrangement.topology().neighbours(first, arrangement.processes());
        try {
            protocol.step(protocol.initial(first, neighbours), new Event.Leave<>());
            return one.tolerates() == MembershipTolerance.ANY_CHANGE;
        } catch (InvariantViolation never) {
            return false;
        }
    }

    /** A-B@T or A-B@T..T2, with commas between. */
    void failures(String text) {
        for (String each : text.split(",", -1)) {
            Matcher at = at("--fail", each, "A-B@T or A-B@T..T2 is wanted, the ends of a link and ticks", true);
            List<ProcessId> ends = ends(at.group(1));
            long from = tick("--fail", at.group(2));
            Durations news = heardIf(MembershipTolerance.ANY_CHANGE);
            all.add(new ScheduledFault.LinkFailure(from, ends.get(0), ends.get(1), news));
            if (at.group(3) != null) {
                long until = tick("--fail", at.group(3));
                if (until <= from) {
                    throw new BadInput("--fail %s: a link recovers after it has failed".formatted(Values.quoted(each)));
                }
                all.add(new ScheduledFault.LinkRecovery(until, ends.get(0), ends.get(1), news));
            }
        }
    }

    private Durations heardIf(MembershipTolerance least) {
        return algorithm.tolerates().compareTo(least) >= 0 ? heard : ScheduledFault.NEVER;
    }

    private static Matcher at(String option, String text, String wanted, boolean range) {
        Matcher matcher = AT.matcher(text.strip());
        if (!matcher.matches() || !range && matcher.group(3) != null) {
            throw new BadInput("%s %s: %s".formatted(option, Values.quoted(text), wanted));
        }
        return matcher;
    }

    private static long tick(String option, String text) {
        return Values.large(option, text, 0, LATEST);
    }

    /** Names may have a hyphen in them, so each one may be that between the two. */
    private List<ProcessId> ends(String pair) {
        BadInput wrong = new BadInput(
                "--fail %s: A-B@T is wanted, the ends of a link and a tick".formatted(Values.quoted(pair)));
        for (int at = pair.indexOf('-'); at > 0; at = pair.indexOf('-', at + 1)) {
            try {
                ProcessId one = arrangement.process("--fail", pair.substring(0, at));
                ProcessId other = arrangement.process("--fail", pair.substring(at + 1));
                return linked(pair, one, other);
            } catch (BadInput neither) {
                wrong = neither;
            }
        }
        throw wrong;
    }

    private List<ProcessId> linked(String pair, ProcessId one, ProcessId other) {
        Neighbours neighbours = arrangement.topology().neighbours(one, arrangement.processes());
        for (Neighbour each : neighbours) {
            if (each.side() != Side.NONE) {
                throw new BadInput("--fail %s: on a ring whose links have sides, none fails without a process"
                        .formatted(Values.quoted(pair)));
            }
            if (each.id().equals(other)) {
                return List.of(one, other);
            }
        }
        throw new BadInput("--fail %s: there is no link between these two".formatted(Values.quoted(pair)));
    }
}
