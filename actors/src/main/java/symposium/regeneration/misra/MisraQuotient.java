package symposium.regeneration.misra;

import java.util.OptionalInt;
import java.util.SortedSet;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.UnsoundQuotient;
import symposium.regeneration.misra.Misra.Message;
import symposium.regeneration.misra.Misra.Ping;
import symposium.regeneration.misra.Misra.Pong;
import symposium.regeneration.misra.Misra.State;

/**
 * Forgets how far the tokens have counted. The numbers of the tokens are live; a mark matters only while some token has
 * counted as far, and any other mark is called 0. With this the state space is finite though the numbers grow without
 * bound.
 *
 * <p>Only ping's number is counted on from, and no pong has a greater one: what comes after it is greater than every
 * live number, whatever these are called. So other marks can be forgotten: the numbers to come have not been in use.
 * Where they are counted in a circle this has to be shown, and it is: the bounded numbers reach the same normal forms.
 */
public final class MisraQuotient implements Quotient<State, Message> {

    private static final long ONLY = 0;

    @Override
    public LiveNumbers live(State p) {
        return live(p, ONLY);
    }

    /** The same where the tokens that are here are of one of several series. */
    public static LiveNumbers live(State p, long series) {
        LiveNumbers ping = p.holdsPing() ? LiveNumbers.of(series, p.ping().getAsInt()) : LiveNumbers.NONE;
        return p.holdsPong() ? ping.and(series, p.pong().getAsInt()) : ping;
    }

    @Override
    public LiveNumbers liveInTransit(Message token) {
        return LiveNumbers.of(ONLY, number(token));
    }

    private static int number(Message token) {
        return token instanceof Ping ping ? ping.nbping() : ((Pong) token).nbpong();
    }

    /** Each series has one ping at most, and no pong has met it later than it was met. */
    @Override
    public void requireDomain(LiveNumbers all) {
        all.numbers().stream()
                .mapToLong(LiveNumbers.Number::series)
                .distinct()
                .forEach(series -> requireDomain(all.of(series)));
    }

    private static void requireDomain(SortedSet<LiveNumbers.Number> series) {
        int ping = series.last().value();
        if (ping > 0 && series.stream().anyMatch(number -> number.value() > 0 && number.value() != ping)) {
            throw outside("two pings", series);
        }
        if (ping > 0 && -series.first().value() > ping) {
            throw outside("a pong that has counted further than ping", series);
        }
    }

    private static UnsoundQuotient outside(String what, SortedSet<LiveNumbers.Number> series) {
        return new UnsoundQuotient("the result is undecided: the exploration reached a state with " + what
                + ", for which the quotient of Misra's numbers is not defined: "
                + series.stream().map(number -> "" + number.value()).toList());
    }

    @Override
    public State normal(State p, LiveNumbers live) {
        return normal(p, ONLY, live);
    }

    /** The same where the process is of one of several series. */
    public static State normal(State p, long series, LiveNumbers live) {
        return new State(
                p.neighbours(),
                live.name(series, p.mark()),
                name(p.ping(), series, live),
                name(p.pong(), series, live));
    }

    private static OptionalInt name(OptionalInt number, long series, LiveNumbers live) {
        return number.isPresent() ? OptionalInt.of(live.name(series, number.getAsInt())) : number;
    }

    @Override
    public Message normalInTransit(Message token, LiveNumbers live) {
        int name = live.name(ONLY, number(token));
        return token instanceof Ping ? new Ping(name) : new Pong(name);
    }
}
