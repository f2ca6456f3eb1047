package symposium.cli.check;

import static symposium.cli.report.ReportText.counted;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import symposium.checker.RandomWalk;
import symposium.checker.WalkShrinker;
import symposium.checker.model.Model;
import symposium.checker.model.Verdict;
import symposium.cli.report.JsonObject;
import symposium.topology.Topologies;
import symposium.trace.Trace;
import symposium.trace.TraceListing;

/** The report of a number of random walks. */
final class WalkReport {

    private final String algorithm;
    private final Model<?, ?, ?, ?, ?> model;
    private final long first;
    private final int random;
    private final Map<String, Long> rules = new LinkedHashMap<>();
    private int walks;
    private int quiet;
    private long steps;
    private long served;
    private RandomWalk broken;
    private WalkShrinker.Shrunk shrunk;

    WalkReport(String algorithm, Model<?, ?, ?, ?, ?> model, long first, int random) {
        this.algorithm = algorithm;
        this.model = model;
        this.first = first;
        this.random = random;
    }

    void add(RandomWalk walk) {
        walks++;
        quiet += walk.quiet() ? 1 : 0;
        steps += walk.trace().size();
        served += walk.served();
        walk.rules().forEach((rule, times) -> rules.merge(rule, times, Long::sum));
        if (walk.broken().isPresent()) {
            broken = walk;
        }
    }

    /** Shows this run in place of the walk that violates an invariant. */
    void shrunk(WalkShrinker.Shrunk run) {
        shrunk = run;
    }

    /** The walk that violates an invariant, if one does. */
    Optional<RandomWalk> broken() {
        return Optional.ofNullable(broken);
    }

    /** Walks that violate nothing decide nothing: other runs may. */
    Verdict verdict() {
        return broken == null ? Verdict.UNDECIDED : Verdict.VIOLATED;
    }

    String text() {
        StringBuilder text = new StringBuilder(counted(
                "%s on %d processes, %,d random walks with the seeds %d to %d, %d steps at random in each: %,d steps%n",
                algorithm, model.processes().size(), walks, first, first + walks - 1, random, steps));
        text.append(counted("served %,d times; %,d walks ended with nothing left to happen%n", served, quiet));
        text.append("rules fired: ").append(rules).append(System.lineSeparator());
        if (broken == null) {
            return text.append("not decided: no walk violates a property; states that no walk reaches are not checked")
                    .toString();
        }
        return text.append(counted(
                        "\"%s\" is violated by the walk with the seed %d; --walks 1 --seed %d repeats it%n",
                        broken.broken().orElseThrow(), broken.seed(), broken.seed()))
                .append(shortened())
                .append(TraceListing.of(new Trace(
                                new TreeSet<>(model.processes()), shrunk.trace(), Topologies.names(model.topology())))
                        .stripTrailing())
                .toString();
    }

    private String shortened() {
        if (shrunk.trace().size() == broken.trace().size() && !shrunk.minimal()) {
            return "";
        }
        return counted(
                        "%,d of its %,d events violate it",
                        shrunk.trace().size(), broken.trace().size())
                + (shrunk.minimal() ? ", and no step of these can be left out:%n" : ":%n").formatted();
    }

    JsonObject json() {
        return new JsonObject()
                .with("algorithm", algorithm)
                .with("processes", model.processes().size())
                .with("verdict", verdict())
                .with("walks", walks)
                .with("steps", steps)
                .with("served", served)
                .with("quiet", quiet)
                .with("rules", rules)
                .with("violated", broken().flatMap(RandomWalk::broken))
                .with("seed", broken().map(RandomWalk::seed))
                .with("events", broken().map(walk -> walk.trace().size()))
                .with("minimal", broken().map(walk -> shrunk.minimal()))
                .with("trace", broken().map(walk -> shrunk.trace().stream()
                        .map(Object::toString)
                        .toList()));
    }
}
