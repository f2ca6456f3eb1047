package symposium.links;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import symposium.kernel.Timer;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Family;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.MembershipTolerance;
import symposium.links.LinkedProtocol.State;

/** Every algorithm of the catalogue over the reliable links of a cluster, for the checker. */
public final class LinkedFamily implements Family {

    private static final String SUFFIX = "-over-links";
    private static final Set<String> FAILING = Set.of("privileges");

    @Override
    public String name() {
        return "algorithms over reliable links";
    }

    /** They are checked at the smallest sizes only, so a catalogue lists none. */
    @Override
    public List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all) {
        return List.of();
    }

    @Override
    public Optional<String> others() {
        return Optional.of("NAME" + SUFFIX + " for every algorithm NAME without links of its own");
    }

    @Override
    public Optional<Algorithm<?, ?, ?, ?, ?>> named(String wanted, List<Algorithm<?, ?, ?, ?, ?>> all) {
        return all.stream()
                .filter(algorithm -> wanted.equals(algorithm.name() + SUFFIX) && !hasLinks(algorithm))
                .<Algorithm<?, ?, ?, ?, ?>>map(algorithm -> over(algorithm))
                .findFirst();
    }

    /** Whether it is a link itself, whose timers are those of the links below it. */
    private static boolean hasLinks(Algorithm<?, ?, ?, ?, ?> algorithm) {
        List<String> own = algorithm.timers().stream().map(Timer::name).toList();
        return Stream.of(ReliableLink.Timer.values()).anyMatch(timer -> own.contains(timer.name()));
    }

    /** An algorithm over links as a cluster gives them: they fail where it tolerates that, and last otherwise. */
    public static <S, M, U, I, O> Algorithm<State<S, M, I, O>, Frame<Payload<M>>, U, I, O> over(
            Algorithm<S, M, U, I, O> algorithm) {
        boolean changes = algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE;
        return over(algorithm, changes && (algorithm.system().anyGraph() || FAILING.contains(algorithm.name())));
    }

    /**
     * An algorithm over links.
     *
     * @param fail whether they fail and recover; its processes then start without neighbours
     */
    public static <S, M, U, I, O> Algorithm<State<S, M, I, O>, Frame<Payload<M>>, U, I, O> over(
            Algorithm<S, M, U, I, O> algorithm, boolean fail) {
        Invariants<State<S, M, I, O>, Frame<Payload<M>>, U> invariants = new Invariants<>();
        algorithm.checks().invariants().forEach(each -> LinkedInvariants.<S, M, U, I, O>of(each)
                .ifPresent(invariants::add));
        if (algorithm.system().leaves()) {
            invariants.add(LinkedInvariants.handedOver());
        }
        return new Algorithm<>(new Algorithm.Descriptor<State<S, M, I, O>, Frame<Payload<M>>, U, I, O>(
                        algorithm.name() + SUFFIX, algorithm.problem(), Frame.class)
                .as(algorithm)
                .system(system -> system.withChannels(Channels.DUPLICATING)
                        .withLeaves(algorithm.system().leaves()))
                .messages(sent -> sent.withArguments(Payload.class))
                .withTimers(Stream.concat(algorithm.timers().stream(), Stream.of(ReliableLink.Timer.values()))
                        .toList())
                .withProtocol(start -> new LinkedProtocol<>(
                        fail ? algorithm.withDynamicMembership(start, 0) : algorithm.protocol(start), fail, Set.of()))
                .checks(checks -> checks.withInvariants(invariants)));
    }
}
