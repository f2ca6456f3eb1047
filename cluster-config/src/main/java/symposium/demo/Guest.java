package symposium.demo;

import com.typesafe.config.Config;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.cluster.Ended;
import symposium.cluster.Observers;
import symposium.cluster.SymposiumNode;
import symposium.cluster.View;
import symposium.demo.Line.Tone;
import symposium.kernel.ProcessId;

/** One node in a JVM of its own, with a philosopher or a voter at it, and what is told of them. */
public final class Guest {

    private static final Duration TICK = Duration.ofMillis(50);

    private final Chronicle chronicle = new Chronicle();
    private final Programme programme;
    private final Names names;
    private final Tally tally;
    private final SymposiumNode node;
    private final ProcessId process;
    private volatile boolean sawMajority = true;
    private Optional<Returns> polled = Optional.empty();

    private Guest(Config config, Optional<Programme> said) {
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
        this.programme = said.orElseGet(() -> Programme.of(node.settings().algorithm()));
        this.names = Names.at(node.settings().topology());
        this.tally = new Tally(programme, names);
        this.process = node.process();
    }

    /**
     * Starts a node.
     *
     * @param config its configuration, which names the seed nodes
     * @throws symposium.cluster.InvalidSetting when it cannot run with that configuration, or its port is in use
     */
    public static Guest arriving(Config config) {
        return new Guest(config, Optional.empty());
    }

    /**
     * Starts a node of whose table is to be told, and not of what it does for its lock or its seat; see {@link #arriving}.
     *
     * @param config its configuration, which names the seed nodes
     */
    public static Guest arrivingAtTable(Config config) {
        return new Guest(config, Optional.of(Programme.of(Programme.TABLE)));
    }

    /** Seats a philosopher, who will eat whenever it can; at the table, an application that takes now this, now that. */
    public Guest dining(Appetite appetite, long seed) {
        Philosopher.at(node, programme, appetite, seed, told -> false, chronicle);
        return this;
    }

    /** Seats a voter, who is told who leads. */
    public Guest voting() {
        node.spawn(Voter.create(process, node.election(), chronicle), "voter");
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
    public Ended tellWhoLeads(Consumer<Line> page, Happening.Listener other) throws InterruptedException {
        Bulletin bulletin = new Bulletin(node.settings().processes(), page);
        Returns returns =
                new Returns(SymposiumNode.election(node.settings().election().algorithm()));
        polled = Optional.of(returns);
        Moment started = new Moment(chronicle.elapsed(), Happening.Started.of(node));
        started.tellTo(bulletin);
        started.tellTo(returns);
        boolean ended = false;
        while (true) {
            Optional<Moment> next = chronicle.next(TICK);
            if (next.isPresent()) {
                next.get().tellTo(returns);
                next.get().tellTo(bulletin);
                next.get().tellTo(other);
            } else if (ended) {
                Ended last = last();
                bulletin.say(chronicle.elapsed(), Tone.NEWS, last.why());
                return last;
            }
            ended = node.ended().toCompletableFuture().isDone();
        }
    }

    /** What has been counted of elections, where it was told who leads. */
    public Optional<Returns> returns() {
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
    public Ended tell(Consumer<Line> page, Happening.Listener other) throws InterruptedException {
        Story story = new Story(node.settings().processes(), programme, names, page);
        Moment started = new Moment(chronicle.elapsed(), Happening.Started.of(node));
        started.tellTo(tally);
        started.tellTo(story);
        boolean ended = false;
        while (true) {
            Optional<Moment> next = chronicle.next(TICK);
            if (next.isPresent()) {
                next.get().tellTo(tally);
                next.get().tellTo(story);
                next.get().tellTo(other);
            } else if (ended) {
                Ended last = last();
                story.say(chronicle.elapsed(), Tone.NEWS, last.why());
                return last;
            }
            story.breakSilence(chronicle.elapsed());
            ended = node.ended().toCompletableFuture().isDone();
        }
    }

    private Ended last() {
        Ended ended = node.ended().toCompletableFuture().join();
        return ended.cause() != Ended.Cause.REMOVED
                ? ended
                : new Ended(
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
    public Tally tally() {
        return tally;
    }

    /** A view without this node itself comes with the removal, and says nothing about what was before. */
    private void look(View view) {
        if (view.members().containsKey(view.self())) {
            sawMajority = !view.cutOff();
        }
    }
}
