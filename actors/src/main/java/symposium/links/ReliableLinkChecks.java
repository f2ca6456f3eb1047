package symposium.links;

import static symposium.links.LinkRule.ACKNOWLEDGE;
import static symposium.links.LinkRule.ACK_AGAIN;
import static symposium.links.LinkRule.ACK_NEW;
import static symposium.links.LinkRule.DATA_AGAIN;
import static symposium.links.LinkRule.DATA_GAP;
import static symposium.links.LinkRule.DATA_NEXT;
import static symposium.links.LinkRule.ENDS;
import static symposium.links.LinkRule.HANDSHAKE_ANSWERED;
import static symposium.links.LinkRule.RESEND;
import static symposium.links.LinkRule.SEND;
import static symposium.links.LinkRule.UNWANT;
import static symposium.links.LinkRule.WANT;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variants;
import symposium.links.Frame.Ack;
import symposium.links.Frame.Data;
import symposium.links.Frame.Handshake;
import symposium.links.ReliableDelivery.Delivered;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.LinkIs;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.Phase;
import symposium.links.ReliableDelivery.User;
import symposium.links.ReliableLink.Message;
import symposium.links.ReliableLink.State;

/** What holds of the two ends of a link, and the faults that the checker must find. */
final class ReliableLinkChecks {

    private static final String ONLY_WHILE_WAITING = "a process sends again only while its user waits";
    private static final String WINDOW = "an end has taken what is acknowledged, and no more than what is sent";
    private static final String REST = "once no end insists, both ends have the link or neither, and all is delivered";
    private static final String SAME = "two ends that have a link have the same incarnation";

    private ReliableLinkChecks() {}

    /** The rules of links that fail and recover. */
    static List<LinkRule> ofHandshake() {
        return Stream.of(LinkRule.values())
                .filter(rule -> !List.of(SEND, DATA_NEXT, DATA_AGAIN, DATA_GAP, ACK_NEW, ACK_AGAIN, ACKNOWLEDGE, RESEND)
                        .contains(rule))
                .toList();
    }

    static Invariants<State, Frame<Message>, User> invariants() {
        return new Invariants<State, Frame<Message>, User>()
                .process(
                        ONLY_WHILE_WAITING,
                        (p, user) -> p.insists(),
                        (p, user) -> ReliableDelivery.RECOVERING.waits(user))
                .whole(SAME, some(LinkEnd::open), all(LinkEnd::open, Pair::sameIncarnation))
                .whole(WINDOW, some(LinkEnd::open), all(LinkEnd::open, Pair::withinWindow))
                .whole(
                        "an end knows of no later number than the other has",
                        some(end -> true),
                        all(end -> true, Pair::notAhead))
                .whole(
                        REST,
                        some(end -> true).and(at -> at.states().noneMatch(State::insists)),
                        at -> at.states().anyMatch(State::insists)
                                || all(end -> true, Pair::atRest).test(at));
    }

    /** Faults in what every link needs. */
    static Variants<State, Frame<Message>, Input, Output> variants() {
        Scenario one = here(ReliableDelivery.ONCE).withRequests(1);
        Scenario two = here(ReliableDelivery.IN_ORDER).withRequests(2);
        Scenario acknowledged = two.withInvariant(ReliableDelivery.ACKNOWLEDGED);
        return Variants.of(new ReliableLink(false, 1))
                .mutate(
                        "takes every message for the next: numbers are not checked",
                        misreading(
                                Data.class,
                                (end, data) -> new Data<>(
                                        data.incarnation(), end.taken() + 1, ((Data<Message>) data).message())),
                        one)
                .mutate(
                        DATA_GAP,
                        "takes what comes beyond the gap",
                        Mutation.steps(original -> (p, event) -> beyondTheGap(p, event, original.step(p, event))),
                        two)
                .mutate(
                        DATA_GAP,
                        "acknowledges what comes beyond the gap",
                        ends((before, end) -> end.withTaken(end.taken() + 2)),
                        acknowledged)
                .mutate(
                        "takes every acknowledgement for one of all that is sent",
                        misreading(Ack.class, (end, ack) -> new Ack<>(ack.incarnation(), end.sent())),
                        acknowledged)
                .mutate(
                        ACKNOWLEDGE,
                        "acknowledges one message more",
                        messages(frame -> frame instanceof Ack<Message> ack
                                ? new Ack<>(ack.incarnation(), ack.upTo() + 1)
                                : frame),
                        acknowledged)
                .mutate(
                        DATA_AGAIN,
                        "does not acknowledge again",
                        ends((before, end) -> end.withOwesAck(before.owesAck())),
                        lossy(one, Scenario.NO_STARVATION))
                .mutate(
                        ACK_NEW,
                        "keeps what is acknowledged, and sends it again for ever",
                        ends((before, end) -> end.withUnacknowledged(before.unacknowledged())),
                        one.withInvariant(ONLY_WHILE_WAITING))
                .mutate(SEND, "sends no message again", withoutTimer(), lossy(one, Scenario.NO_DEADLOCK))
                .mutate(
                        RESEND,
                        "stops after the first time",
                        withoutTimer(),
                        lossy(one, Scenario.NO_DEADLOCK).withFault(Fault.LOSS, 2))
                .mutate(
                        RESEND,
                        "sends the last message alone",
                        Mutation.step(ReliableLinkChecks::lastAlone),
                        lossy(two, Scenario.NO_STARVATION));
    }

    /** Faults in what links need that fail and recover. */
    static Variants<State, Frame<Message>, Input, Output> handshakeVariants() {
        Scenario one = here(ReliableDelivery.ENDS_FIRST).withRequests(1);
        return silences(mixedIncarnations(misreadings(Variants.of(new ReliableLink(true, 1)), one), one), one);
    }

    private static Variants<State, Frame<Message>, Input, Output> misreadings(
            Variants<State, Frame<Message>, Input, Output> variants, Scenario one) {
        return variants.mutate(
                        "takes a message of another incarnation",
                        misreading(Data.class, (end, data) -> in(own(end), data)),
                        one.withRequests(3).withInvariant(ReliableDelivery.SAME_INCARNATION))
                .mutate(
                        "takes an acknowledgement of another incarnation",
                        misreading(Ack.class, (end, ack) -> in(own(end), ack)),
                        one.withRequests(3).withInvariant(REST))
                .mutate(
                        "takes a former number of the other end for the latest",
                        misreading(
                                Handshake.class,
                                (end, said) -> in(
                                        new LinkIncarnation(
                                                Math.max(said.incarnation().sender(), end.theirs()),
                                                said.incarnation().recipient()),
                                        said)),
                        one.withInvariant(REST));
    }

    private static Variants<State, Frame<Message>, Input, Output> mixedIncarnations(
            Variants<State, Frame<Message>, Input, Output> variants, Scenario one) {
        Scenario two = one.withRequests(2);
        Scenario rest = one.withInvariant(REST);
        Mutation<State, Frame<Message>, Input, Output> isOpen =
                Mutation.next(p -> each(p, p, (before, end) -> end.withOpen(true)));
        return variants.mutate(
                        UNWANT,
                        "does not count",
                        ends((before, end) -> end.withMine(before.mine())).and(messages(frame -> counting(frame, -1))),
                        rest)
                .mutate(
                        ENDS,
                        "begins the next incarnation at once",
                        ends((before, end) -> end.withOpen(true))
                                .and(Mutation.outputs(output -> output instanceof LinkIs link
                                        ? new LinkIs(link.other(), Phase.OPEN, new LinkIncarnation(2, 2))
                                        : output)),
                        one)
                .mutate(
                        HANDSHAKE_ANSWERED,
                        "has the link before the other end has named its number",
                        isOpen.and(Mutation.step(ReliableLinkChecks::tellingOpen)),
                        rest)
                .mutate(
                        UNWANT,
                        "keeps what is not acknowledged for the next incarnation",
                        ends((before, end) -> end.with(next -> next.unacknowledged(before.unacknowledged())
                                .sent(before.unacknowledged().size()))),
                        two.withInvariant(ONLY_WHILE_WAITING))
                .mutate(
                        UNWANT,
                        "goes on numbering",
                        ends((before, end) -> end.withSent(before.sent())),
                        two.withInvariant(WINDOW))
                .mutate(
                        ENDS,
                        "goes on numbering what it takes",
                        ends((before, end) -> end.withTaken(before.taken())),
                        two.withInvariant(WINDOW));
    }

    private static Variants<State, Frame<Message>, Input, Output> silences(
            Variants<State, Frame<Message>, Input, Output> variants, Scenario one) {
        return variants.mutate(WANT, "is said once", withoutTimer(), lossy(one, Scenario.NO_DEADLOCK))
                .mutate(UNWANT, "is said once", withoutTimer(), lossy(one, Scenario.NO_DEADLOCK))
                .mutate(HANDSHAKE_ANSWERED, "does not answer", Mutation.silent(), lossy(one, Scenario.NO_STARVATION));
    }

    /** Two processes, of which one asks. */
    private static Scenario here(String invariant) {
        return Scenario.of(2, invariant).withInitiators(0).withChannels(Channels.COALESCING);
    }

    /** A message may be lost. */
    private static Scenario lossy(Scenario scenario, String invariant) {
        return scenario.withInvariant(invariant).withFault(Fault.LOSS, 1);
    }

    /** An end takes each frame of a type for another, given how the end stands. */
    private static Mutation<State, Frame<Message>, Input, Output> misreading(
            Class<?> type, BiFunction<LinkEnd<Message>, Frame<Message>, Frame<Message>> reading) {
        return Mutation.misreading((p, frame) -> type.isInstance(frame) ? reading.apply(only(p), frame) : frame);
    }

    /** The end of the only link. */
    private static LinkEnd<Message> only(State p) {
        return p.links().values().iterator().next();
    }

    /** Changes the ends of the links, given what they were before. */
    private static Mutation<State, Frame<Message>, Input, Output> ends(BinaryOperator<LinkEnd<Message>> change) {
        return Mutation.next((before, p) -> each(before, p, change));
    }

    private static State each(State before, State p, BinaryOperator<LinkEnd<Message>> change) {
        SortedMap<ProcessId, LinkEnd<Message>> links = new TreeMap<>(p.links());
        links.replaceAll((other, end) -> change.apply(before.links().get(other), end));
        return p.withLinks(Sorted.map(links));
    }

    private static Mutation<State, Frame<Message>, Input, Output> messages(UnaryOperator<Frame<Message>> change) {
        return Mutation.messages(change);
    }

    /** The incarnation of the link that this end has, as the other end names it. */
    private static LinkIncarnation own(LinkEnd<Message> end) {
        return new LinkIncarnation(end.theirs(), end.mine());
    }

    /** The same frame in another incarnation. */
    private static Frame<Message> in(LinkIncarnation incarnation, Frame<Message> frame) {
        if (frame instanceof Data<Message> data) {
            return new Data<>(incarnation, data.number(), data.message());
        }
        return frame instanceof Ack<Message> ack
                ? new Ack<>(incarnation, ack.upTo())
                : new Handshake<>(incarnation, ((Handshake<Message>) frame).state());
    }

    private static Frame<Message> counting(Frame<Message> frame, int more) {
        LinkIncarnation said = frame.incarnation();
        return frame instanceof Handshake
                ? in(new LinkIncarnation(said.sender() + more, said.recipient()), frame)
                : frame;
    }

    private static Step<State, Frame<Message>, Output> beyondTheGap(
            State p, Event<Frame<Message>, Input> event, Step<State, Frame<Message>, Output> step) {
        Event.Received<Frame<Message>, Input> received = (Event.Received<Frame<Message>, Input>) event;
        Data<Message> data = (Data<Message>) received.message();
        State further = each(p, step.next(), (before, end) -> end.withTaken(data.number()));
        return new Step<>(step.rule(), further, step.effects())
                .tell(new Delivered(received.from().id(), data.message().number()));
    }

    private static Step<State, Frame<Message>, Output> tellingOpen(
            State before, Step<State, Frame<Message>, Output> step) {
        Step<State, Frame<Message>, Output> telling = step;
        for (Map.Entry<ProcessId, LinkEnd<Message>> link : step.next().links().entrySet()) {
            telling = telling.tell(new LinkIs(
                    link.getKey(), Phase.OPEN, link.getValue().incarnation().orElseThrow()));
        }
        return telling;
    }

    /** No timer starts. */
    private static Mutation<State, Frame<Message>, Input, Output> withoutTimer() {
        return Mutation.step(step -> new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .filter(effect -> !(effect instanceof Effect.Schedule))
                        .toList()));
    }

    private static Step<State, Frame<Message>, Output> lastAlone(Step<State, Frame<Message>, Output> step) {
        List<Effect<Frame<Message>, Output>> sends =
                step.effects().stream().filter(Effect.Send.class::isInstance).toList();
        List<Effect<Frame<Message>, Output>> left = new ArrayList<>(step.effects());
        left.removeAll(sends.subList(0, sends.size() - 1));
        return new Step<>(step.rule(), step.next(), left);
    }

    /** Two live ends of a link, in both orders. */
    private record Pair(LinkEnd<Message> one, LinkEnd<Message> other) {

        boolean sameIncarnation() {
            return one.incarnation().equals(other.incarnation().map(LinkIncarnation::seenBack));
        }

        boolean withinWindow() {
            long acknowledged = one.sent() - one.unacknowledged().size();
            return acknowledged <= other.taken() && other.taken() <= one.sent();
        }

        boolean notAhead() {
            return one.theirs() <= other.mine();
        }

        boolean atRest() {
            return one.open() == other.open() && one.sent() == other.taken();
        }
    }

    private static Predicate<Configuration<State, Frame<Message>, User>> some(Predicate<LinkEnd<?>> both) {
        return at -> pairs(at, both).findAny().isPresent();
    }

    private static Predicate<Configuration<State, Frame<Message>, User>> all(
            Predicate<LinkEnd<?>> both, Predicate<Pair> condition) {
        return at -> pairs(at, both).allMatch(condition);
    }

    private static Stream<Pair> pairs(Configuration<State, Frame<Message>, User> at, Predicate<LinkEnd<?>> both) {
        return at.pairs().flatMap(pair -> {
            LinkEnd<Message> one = pair.p().links().get(pair.second().id());
            LinkEnd<Message> other = pair.q().links().get(pair.first().id());
            boolean linked = one != null && other != null && both.test(one) && both.test(other);
            return linked ? Stream.of(new Pair(one, other)) : Stream.empty();
        });
    }
}
