package symposium.regeneration.misra.many;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Fault;
import symposium.kernel.Invariant;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Scenario;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.regeneration.misra.Circulation;
import symposium.regeneration.misra.Circulation.Nothing;
import symposium.regeneration.misra.Circulation.Regenerated;
import symposium.regeneration.misra.Circulation.Witness;
import symposium.regeneration.misra.many.ManyMessage.Token;

/** Three tokens, or any other number, in the catalogue. */
public final class ManyAlgorithm implements Algorithm<ManyState, ManyMessage, Witness, Nothing, Regenerated> {

    private static final int THREE = 3;

    private final int tokens;

    /** With three tokens. */
    public ManyAlgorithm() {
        this(THREE);
    }

    /** @param tokens how many, 1 or more */
    public ManyAlgorithm(int tokens) {
        this.tokens = tokens;
    }

    @Override
    public String name() {
        return "misra-" + tokens;
    }

    @Override
    public String source() {
        return "after Raynal, section 4.2: Misra's two tokens, generalized to any number";
    }

    @Override
    public Problem<Witness, Nothing, Regenerated> problem() {
        return Circulation.PROBLEM;
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.RING);
    }

    @Override
    public List<Rest> timers() {
        return IntStream.range(0, tokens).mapToObj(Rest::new).toList();
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return tokens + "n per round of all tokens";
    }

    @Override
    public String assumptions() {
        return "all tokens go the same way; never are all of them lost";
    }

    @Override
    public Class<ManyMessage> messages() {
        return ManyMessage.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public Many protocol(Start start) {
        return new Many(start.holder(), tokens);
    }

    @Override
    public List<Invariant<ManyState, ManyMessage, Witness>> invariants() {
        List<Invariant<ManyState, ManyMessage, Witness>> invariants = new ArrayList<>();
        for (int token = 0; token < tokens; token++) {
            int kind = token;
            invariants.add(new Invariant.Count<>(
                    "never two of a kind: at most one token " + kind,
                    (state, user) -> state.holds(kind) ? 1 : 0,
                    message -> ((Token) message).number() == kind ? 1 : 0,
                    0,
                    1));
        }
        return invariants;
    }

    /** The ways to generalize that come to mind first, and the misprints of the two tokens in their new shape. */
    @Override
    public List<Variant<ManyState, ManyMessage, Nothing, Regenerated>> variants(Start start) {
        return List.of(
                new Variant<>(
                        "each token regenerates every other",
                        new Many(start.holder(), tokens, Watching.EVERY_OTHER),
                        Scenario.of(1, "never two of a kind: at most one token 2")
                                .withFault(Fault.LOSS, 1)),
                Variant.bending(
                        protocol(start),
                        ManyRule.MEETS,
                        "counts the meeting before it marks",
                        ManyAlgorithm::markedAfter,
                        Scenario.of(1, "never two of a kind: at most one token 1")),
                Variant.bending(
                        protocol(start),
                        ManyRule.REGENERATES,
                        "marks afterwards",
                        ManyAlgorithm::markedAfter,
                        Scenario.of(1, "never two of a kind: at most one token 1")
                                .withFault(Fault.LOSS, 1)));
    }

    private static Step<ManyState, ManyMessage, Regenerated> markedAfter(
            Step<ManyState, ManyMessage, Regenerated> step) {
        ManyState next = step.next();
        TreeMap<Integer, SortedMap<Integer, SortedSet<ProcessId>>> marked = new TreeMap<>();
        TreeSet<ManyState.Pair> marks = new TreeSet<>(next.marks());
        next.tokens().forEach((token, alone) -> {
            TreeMap<Integer, SortedSet<ProcessId>> passed = new TreeMap<>();
            alone.keySet().forEach(watched -> {
                passed.put(watched, new TreeSet<>(Collections.singleton(next.self())));
                marks.add(new ManyState.Pair(token, watched));
            });
            marked.put(token, passed);
        });
        return new Step<>(step.rule(), new ManyState(next.self(), next.neighbours(), marks, marked), step.effects());
    }
}
