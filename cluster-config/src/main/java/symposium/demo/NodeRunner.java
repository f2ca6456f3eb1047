package symposium.demo;

import com.typesafe.config.Config;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.cluster.MembershipView;
import symposium.cluster.Observers;
import symposium.cluster.SymposiumNode;
import symposium.cluster.Termination;
import symposium.demo.Line.Tone;
import symposium.kernel.ProcessId;

/** One node in a JVM of its own, with a philosopher or a voter at it, and what is told of them. */
public final class NodeRunner {

    private static final Duration TICK = Duration.ofMillis(50);

    private final EventFeed chronicle = new EventFeed();
    private final DemoScript programme;
    private final Names names;
    private final Statistics tally;
    private final SymposiumNode node;
    private final ProcessId process;
    private volatile boolean sawMajority = true;
    private Optional<ElectionStatistics> polled = Optional.empty();

    private NodeRunner(Config config, Optional<DemoScript> said) {
        Observers observers = said.map(chronicle::observers).orElseGet(chronicle::observers);
        this.node = SymposiumNode.start(
                config,
                new Observers(
                        observers.steps(),
                        observers.elections(),
                        observers.tables(),
                        view -> {
                            look(view);
                            observers.views().accept(view);
                        },
                        observers.remarks()));
        this.programme = said.orElseGet(() -> DemoScript.of(node.settings().algorithm()));
        this.names = Names.at(node.settings().topology());
        this.tally = new Statistics(programme, names);
        this.process = node.process();
    }

    /**
     * Starts a node.
     *
     * @param config its configuration, which names the seed nodes
     * @throws symposium.cluster.InvalidSetting when it cannot run with that configuration, or its port is in use
     */
    public static NodeRunner arriving(Config config) {
        return new NodeRunner(config, Optional.empty());
    }

    /**
     * Starts a node of whose table is to be told, and not of what it does for its lock or its seat; see {@link #arriving}.
     *
     * @param config its configuration, which names the seed nodes
     */
    public static NodeRunner arrivingAtTable(Config config) {
        return new NodeRunner(config, Optional.of(DemoScript.of(DemoScript.TABLE)));
    }

    /** Seats a philosopher, who will eat whenever it can; at the table, an application that takes now this, now that. */
    public NodeRunner dining(ThinkTimes appetite, long seed) {
        ClientLoop.at(node, programme, appetite, seed, told -> false, chronicle);
        return this;
    }

    /** Seats a voter, who is told who leads. */
    public NodeRunner voting() {
        node.spawn(ElectionSubscriber.create(process, node.election(), chronicle), "voter");
        return this;
    }

    /**
     * Tells who leads until the node has ended.
     *
     * @param page is given the story, line by line, as it happens
     * @param other hears of it all as well
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted; the node lives on
     */
    public Termination tellWhoLeads(Consumer<Line> page, DemoEvent.Listener other) throws InterruptedException {
        ElectionNarrator bulletin = new ElectionNarrator(node.settings().processes(), page);
        ElectionStatistics returns = new ElectionStatistics(
                SymposiumNode.election(node.settings().election().algorithm()));
        polled = Optional.of(returns);
        TimedEvent started = new TimedEvent(chronicle.elapsed(), DemoEvent.Started.of(node));
        started.tellTo(bulletin);
        started.tellTo(returns);
        boolean ended = false;
        while (true) {
            Optional<TimedEvent> next = chronicle.next(TICK);
            if (next.isPresent()) {
                next.get().tellTo(returns);
                next.get().tellTo(bulletin);
                next.get().tellTo(other);
            } else if (ended) {
                Termination last = last();
                bulletin.say(chronicle.elapsed(), Tone.NEWS, last.why());
                return last;
            }
            ended = node.ended().toCompletableFuture().isDone();
        }
    }

    /** What has been counted of elections, where it was told who leads. */
    public Optional<ElectionStatistics> returns() {
        return polled;
    }

    /**
     * Tells what happens until the node has ended.
     *
     * @param page is given the story, line by line, as it happens
     * @param other hears of it all as well
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted; the node lives on
     */
    public Termination tell(Consumer<Line> page, DemoEvent.Listener other) throws InterruptedException {
        Narrator story = new Narrator(node.settings().processes(), programme, names, page);
        TimedEvent started = new TimedEvent(chronicle.elapsed(), DemoEvent.Started.of(node));
        started.tellTo(tally);
        started.tellTo(story);
        boolean ended = false;
        while (true) {
            Optional<TimedEvent> next = chronicle.next(TICK);
            if (next.isPresent()) {
                next.get().tellTo(tally);
                next.get().tellTo(story);
                next.get().tellTo(other);
            } else if (ended) {
                Termination last = last();
                story.say(chronicle.elapsed(), Tone.NEWS, last.why());
                return last;
            }
            story.breakSilence(chronicle.elapsed());
            ended = node.ended().toCompletableFuture().isDone();
        }
    }

    private Termination last() {
        Termination ended = node.ended().toCompletableFuture().join();
        return ended.cause() != Termination.Cause.REMOVED
                ? ended
                : new Termination(
                        ended.cause(),
                        sawMajority
                                ? "the others have removed process " + process + ", which did not answer them"
                                : "process " + process
                                        + " was cut off from a majority for too long, and has removed itself");
    }

    /** Leaves the cluster in good order; {@link #tell} returns when it has. */
    public void leave() {
        node.leave();
    }

    /** From when on the times of its story are counted, by the clock. */
    public Instant began() {
        return chronicle.began();
    }

    /** How many processes there are when all are up. */
    public int processes() {
        return node.settings().processes();
    }

    /** What has been counted. */
    public Statistics tally() {
        return tally;
    }

    /** A view without this node itself comes with the removal, and says nothing about what was before. */
    private void look(MembershipView view) {
        if (view.members().containsKey(view.self())) {
            sawMajority = !view.cutOff();
        }
    }
}
