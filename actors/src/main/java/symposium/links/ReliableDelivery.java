package symposium.links;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/**
 * Reliable delivery over links: in each incarnation of a link, the messages that one user submits are delivered to the
 * other once, in their order and without a gap; and all of them, while both ends keep the incarnation.
 *
 * <p>A user counts as waiting while a message of its is not acknowledged, while it wants a link that it does not have,
 * and while the other end of a link that it does not want any more has not heard so. In the end every user wants its
 * links, at the start and again; where links last, it wants them once.
 */
public final class ReliableDelivery
        implements Problem<ReliableDelivery.User, ReliableDelivery.Input, ReliableDelivery.Output> {

    /** Over links that have one incarnation. */
    public static final ReliableDelivery LASTING = new ReliableDelivery(false);

    /** Over links that fail and recover. */
    public static final ReliableDelivery RECOVERING = new ReliableDelivery(true);

    /** The name of the invariant of duplicates. */
    public static final String ONCE = "no message is delivered twice";

    /** The name of the invariant of order. */
    public static final String IN_ORDER = "messages are delivered in the order of submission, without a gap";

    /** The name of the invariant of incarnations. */
    public static final String SAME_INCARNATION = "a message is delivered in the incarnation in which it was submitted";

    /** The name of the invariant of each end. */
    public static final String ENDS_FIRST = "an end sees one incarnation end before the next begins";

    /** The name of the invariant of acknowledgements. */
    public static final String ACKNOWLEDGED = "what is acknowledged has been delivered";

    /** What a user asks. */
    public sealed interface Input extends Printable {}

    /** A message for another user; the messages for each are numbered from 1. */
    public record Submit(ProcessId to, int number) implements Input {}

    /** To have the links with all neighbours. */
    public record Link() implements Input {}

    /** The same, while the other end of a link has not heard yet that the user did not want it. */
    public record LinkAtOnce() implements Input {}

    /** Not to have any link. */
    public record Unlink() implements Input {}

    /** What a user is told. */
    public sealed interface Output extends Printable {

        /** The other end of the link that is spoken of. */
        ProcessId other();
    }

    /**
     * How this end of a link stands now.
     *
     * @param incarnation the incarnation that the end has, as it names it, if it is open; else {@code NONE}
     */
    public record LinkIs(ProcessId other, Phase phase, LinkIncarnation incarnation) implements Output {}

    /** A message of another user. */
    public record Delivered(ProcessId other, int number) implements Output {}

    /** The other process has taken all messages of this incarnation up to this one. */
    public record Acknowledged(ProcessId other, int upTo) implements Output {}

    /** How an end of a link stands. */
    public enum Phase implements Printable {
        /** The user does not want the link. */
        CLOSED,
        /** The same, and the other end may not have heard so. */
        CLOSING,
        /** The user wants the link. */
        OPENING,
        /** The user has the link. */
        OPEN;

        @Override
        public String print() {
            return Printable.typeName(this);
        }
    }

    /**
     * A user.
     *
     * @param wants whether it wants links
     * @param links by other end
     */
    @RecordBuilder
    public record User(boolean wants, SortedMap<ProcessId, Use> links) implements ReliableDeliveryUserBuilder.With {

        private User with(ProcessId other, UnaryOperator<Use> change) {
            Use before = links.getOrDefault(other, Use.NONE);
            return withLinks(Sorted.with(links, other, change.apply(before)));
        }
    }

    /**
     * A user's link with another.
     *
     * @param submitted the number of its last message
     * @param settled the last of these that is acknowledged, or whose incarnation is over
     */
    public record Use(Phase phase, int submitted, int settled) {
        private static final Use NONE = new Use(Phase.CLOSED, 0, 0);

        private boolean waits() {
            return phase != Phase.CLOSED && (phase != Phase.OPEN || settled < submitted);
        }
    }

    private final boolean recovering;

    private ReliableDelivery(boolean recovering) {
        this.recovering = recovering;
    }

    /** The beginning of a catalogue entry. */
    <S, M> Algorithm.Descriptor<S, M, User, Input, Output> algorithm(String name, Class<? super M> messages) {
        return new Algorithm.Descriptor<>(name, this, messages);
    }

    @Override
    public String name() {
        return "reliable delivery";
    }

    @Override
    public User initial() {
        return new User(false, Sorted.map());
    }

    @Override
    public List<Input> mayAsk(User user) {
        List<Input> inputs = new ArrayList<>();
        user.links().forEach((other, use) -> {
            if (use.phase() == Phase.OPEN) {
                inputs.add(new Submit(other, use.submitted() + 1));
            }
        });
        if (user.wants() && recovering) {
            inputs.add(new Unlink());
        } else if (!user.wants()) {
            boolean closing = user.links().values().stream().anyMatch(use -> use.phase() == Phase.CLOSING);
            inputs.add(closing ? new LinkAtOnce() : new Link());
        }
        return inputs;
    }

    @Override
    public boolean demands(Input input) {
        return input instanceof Submit || input instanceof Unlink;
    }

    @Override
    public boolean owed(Input input) {
        return input instanceof Link;
    }

    @Override
    public User asked(User user, Input input) {
        return input instanceof Submit submit
                ? user.with(submit.to(), use -> new Use(use.phase(), submit.number(), use.settled()))
                : user.withWants(!(input instanceof Unlink));
    }

    @Override
    public User told(User user, Output output) {
        if (output instanceof LinkIs link) {
            return user.with(link.other(), use -> new Use(link.phase(), use.submitted(), use.submitted()));
        }
        return output instanceof Acknowledged acknowledged
                ? user.with(acknowledged.other(), use -> new Use(use.phase(), use.submitted(), acknowledged.upTo()))
                : user;
    }

    @Override
    public boolean waits(User user) {
        return user.links().values().stream().anyMatch(Use::waits);
    }

    @Override
    public boolean serves(Output output) {
        return !(output instanceof Delivered);
    }

    @Override
    public Observer<Output> observer() {
        return new Links(Map.of(), Map.of());
    }

    // --- what no single user can see

    /** One end of a link. */
    private record End(ProcessId process, ProcessId other) {
        End opposite() {
            return new End(other, process);
        }

        Direction out(LinkIncarnation incarnation) {
            return new Direction(process, other, incarnation);
        }

        Direction in(LinkIncarnation incarnation) {
            return new Direction(other, process, incarnation.seenBack());
        }
    }

    /** The incarnation that an end has had last. */
    private record Latest(LinkIncarnation incarnation, boolean open) {}

    /**
     * One direction of an incarnation of a link.
     *
     * @param incarnation as the sender names it
     */
    private record Direction(ProcessId from, ProcessId to, LinkIncarnation incarnation) {
        boolean into(End end) {
            return to.equals(end.process()) && from.equals(end.other());
        }
    }

    /**
     * The messages of one direction, of which at least one has been submitted.
     *
     * @param submitted the number of the last one submitted
     * @param delivered the number of the last one delivered, or the one before the first
     * @param sending whether the sender has the incarnation
     * @param receiving whether the recipient may have it now or later
     */
    private record Flow(int submitted, int delivered, boolean sending, boolean receiving) {}

    /** Observes all links. */
    private record Links(Map<End, Latest> ends, Map<Direction, Flow> flows) implements Observer<Output> {

        private Links {
            ends = Map.copyOf(ends);
            flows = Map.copyOf(flows);
        }

        @Override
        public List<String> invariants() {
            return List.of(ONCE, IN_ORDER, SAME_INCARNATION, ENDS_FIRST, ACKNOWLEDGED);
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public Observer<Output> asked(ProcessId process, Object input) {
            if (!(input instanceof Submit submit)) {
                return this;
            }
            Latest latest = ends.get(new End(process, submit.to()));
            Direction direction = new Direction(process, submit.to(), latest.incarnation());
            Flow before = flows.getOrDefault(direction, new Flow(0, submit.number() - 1, true, true));
            return with(direction, new Flow(submit.number(), before.delivered(), true, before.receiving()));
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            End end = new End(process, output.other());
            if (output instanceof LinkIs link) {
                return link.phase() == Phase.OPEN ? begins(end, link.incarnation()) : ends(end);
            }
            return output instanceof Delivered delivered
                    ? delivers(end, delivered.number())
                    : acknowledges(end, ((Acknowledged) output).upTo());
        }

        private Links begins(End end, LinkIncarnation incarnation) {
            Latest before = ends.get(end);
            if (before != null && before.open()) {
                throw violates(ENDS_FIRST, end, incarnation + " begins in " + before.incarnation());
            }
            if (before != null && !later(incarnation, before.incarnation())) {
                throw violates(ENDS_FIRST, end, incarnation + " begins after " + before.incarnation());
            }
            LinkIncarnation now = incarnation.seenBack();
            return with(end, new Latest(incarnation, true))
                    .over(
                            direction -> false,
                            to -> to.into(end) && !to.incarnation().equals(now));
        }

        private static boolean later(LinkIncarnation one, LinkIncarnation other) {
            return one.sender() >= other.sender() && one.recipient() >= other.recipient() && !one.equals(other);
        }

        private Links ends(End end) {
            Latest before = ends.get(end);
            Links left = ends.containsKey(end.opposite()) ? this : over(from -> from.into(end), to -> to.into(end));
            if (before == null || !before.open()) {
                return left;
            }
            Direction out = end.out(before.incarnation());
            Direction in = end.in(before.incarnation());
            return left.with(end, new Latest(before.incarnation(), false)).over(out::equals, in::equals);
        }

        private Links delivers(End end, int number) {
            Latest latest = ends.get(end);
            if (latest == null || !latest.open()) {
                throw violates(SAME_INCARNATION, end, number + " is delivered in none");
            }
            Direction direction = end.in(latest.incarnation());
            Flow flow = flows.get(direction);
            if (flow == null || number > flow.submitted()) {
                throw violates(SAME_INCARNATION, end, number + " is delivered in " + latest.incarnation());
            }
            if (number != flow.delivered() + 1) {
                throw violates(
                        number > flow.delivered() ? IN_ORDER : ONCE,
                        end,
                        number + " is delivered after " + flow.delivered());
            }
            return with(direction, new Flow(flow.submitted(), number, flow.sending(), flow.receiving()));
        }

        private Links acknowledges(End end, int upTo) {
            Latest latest = ends.get(end);
            Flow flow = latest == null || !latest.open() ? null : flows.get(end.out(latest.incarnation()));
            if (flow == null || flow.delivered() < upTo) {
                throw violates(ACKNOWLEDGED, end, upTo + " is acknowledged and not delivered");
            }
            return this;
        }

        private static InvariantViolation violates(String invariant, End end, String what) {
            return new InvariantViolation(
                    invariant, "at process " + end.process() + ", of the link with " + end.other() + ": " + what);
        }

        /** What a process has sent before it crashed, and acknowledged, may still arrive. */
        @Override
        public Observer<Output> gone(ProcessId process) {
            Map<End, Latest> left = new HashMap<>(ends);
            left.keySet().removeIf(end -> end.process().equals(process));
            return new Links(left, flows).over(direction -> direction.from().equals(process), direction -> direction
                    .to()
                    .equals(process));
        }

        private Links with(Direction direction, Flow flow) {
            Map<Direction, Flow> next = new HashMap<>(flows);
            next.put(direction, flow);
            return new Links(ends, next);
        }

        private Links with(End end, Latest latest) {
            Map<End, Latest> next = new HashMap<>(ends);
            next.put(end, latest);
            return new Links(next, flows);
        }

        /**
         * Senders and recipients do not return to these directions. A direction that neither has any more is forgotten.
         */
        private Links over(Predicate<Direction> forSender, Predicate<Direction> forRecipient) {
            Map<Direction, Flow> left = new HashMap<>();
            flows.forEach((direction, flow) -> {
                boolean sending = flow.sending() && !forSender.test(direction);
                boolean receiving = flow.receiving() && !forRecipient.test(direction);
                if (sending || receiving) {
                    left.put(direction, new Flow(flow.submitted(), flow.delivered(), sending, receiving));
                }
            });
            return new Links(ends, left);
        }
    }
}
