package symposium.election;

import static symposium.election.RingElection.Initiation.I0_INITIATE;
import static symposium.election.RingElection.Initiation.I1_INITIATED_BEFORE;
import static symposium.election.RingElection.Initiation.I2_KNOWN;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;

/**
 * What the elections on a ring share: how a process initiates, and how the news of the leader goes round. An algorithm
 * adds how a process takes part, and what it does on any other message.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public abstract class RingElection<S extends RingElection.Participant<S>, M> implements Protocol<S, M, Call, Leader> {

    /** The state of a process, as far as all these elections know it. */
    public interface Participant<S> {

        /** Its own name. */
        ProcessId number();

        /** Its left and its right neighbour. */
        Neighbours neighbours();

        /** The process that is elected, once this process knows. */
        Optional<ProcessId> leader();

        /** Whether it has not taken part yet. */
        boolean asleep();

        /** The same process when it knows the leader. */
        S led(ProcessId by);

        /** The left neighbour. */
        default Neighbour left() {
            return neighbours().left();
        }

        /** The right neighbour. */
        default Neighbour right() {
            return neighbours().right();
        }

        /** The neighbour on the other side. */
        default Neighbour beyond(Neighbour neighbour) {
            return neighbour.side() == Side.LEFT ? right() : left();
        }
    }

    /** The state of a process where the active processes defeat each other until one is left. */
    public interface Contender<S> extends Participant<S> {

        /** Its part in the election. */
        Part part();

        @Override
        default boolean asleep() {
            return part() == Part.ASLEEP;
        }
    }

    /** The part of a {@link Contender}. */
    public enum Part {
        /** It has not taken part yet. */
        ASLEEP,
        /** It takes part. */
        ACTIVE,
        /** It has been defeated, or knows the leader, and only passes messages on. */
        RELAY
    }

    /** The rules by which a user's call is answered; the same in all these elections. */
    public enum Initiation implements Rule {
        /** A process that is asleep takes part. */
        I0_INITIATE,
        /** A process that takes part already does nothing. */
        I1_INITIATED_BEFORE,
        /** A process that knows the leader tells its user. */
        I2_KNOWN
    }

    /** A message that announces the leader. */
    public interface Announcement {

        /** The process that is elected. */
        ProcessId number();
    }

    private final Function<ProcessId, M> news;
    private final Rule told;
    private final Rule returned;

    /**
     * @param news the message that announces a leader
     * @param told the rule by which the news reaches a process that does not know the leader
     * @param returned the rule by which the news reaches a process that knows the leader
     */
    protected RingElection(Function<ProcessId, M> news, Rule told, Rule returned) {
        this.news = news;
        this.told = told;
        this.returned = returned;
    }

    /** The beginning of a catalogue entry. */
    protected static <S, M> Algorithm.Descriptor<S, M, Voter, Call, Leader> algorithm(String name, Class<M> messages) {
        return ElectionAlgorithm.<S, M>of(name, messages)
                .withSystem(SystemModel.of(Channels.FIFO, Shape.RING)
                        .withAssumptions("distinct names; no losses and no crashes"))
                .messages(sent -> sent.withAnnouncement(Announcement.class::isInstance))
                .checks(checks -> checks.withFiniteStateSpace(true));
    }

    @Override
    public final List<Rule> rules() {
        return Stream.concat(Stream.of(Initiation.values()), Rule.nestedIn(getClass()).stream())
                .toList();
    }

    /** The first action of a process: it takes part, and sends its own number. */
    protected abstract Transition<S, M, Leader> takePart(S p, Transition<S, M, Leader> step);

    @Override
    public final Transition<S, M, Leader> onInput(Call call, S p, Transition<S, M, Leader> step) {
        if (p.leader().isPresent()) {
            return step.by(I2_KNOWN).tell(new Leader(p.leader().get()));
        }
        return p.asleep() ? takePart(p, step.by(I0_INITIATE)) : step.by(I1_INITIATED_BEFORE);
    }

    /** Any message but the news has come over the link to {@code from}. */
    protected abstract Transition<S, M, Leader> onVote(Neighbour from, M vote, S p, Transition<S, M, Leader> step);

    /** Requires that the election is over at a process that the news reaches, if the algorithm promises that. */
    protected void requireOver(S p, Transition<S, M, Leader> step) {}

    /** The news that a process is elected goes on, and stops at a process that knows. */
    @Override
    public final Transition<S, M, Leader> onMessage(Neighbour from, M message, S p, Transition<S, M, Leader> step) {
        if (!(message instanceof Announcement elected)) {
            return onVote(from, message, p, step);
        }
        requireOver(p, step);
        return p.leader().isPresent() ? step.by(returned) : announce(told, elected.number(), p.beyond(from), p, step);
    }

    /** The process knows that {@code leader} is elected; it tells its user, and its neighbour {@code to}. */
    protected final Transition<S, M, Leader> announce(
            Rule rule, ProcessId leader, Neighbour to, S p, Transition<S, M, Leader> step) {
        return step.by(rule, p.led(leader)).tell(new Leader(leader)).send(to, news.apply(leader));
    }

    /** The greater of two numbers. */
    protected static ProcessId greater(ProcessId one, ProcessId other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
