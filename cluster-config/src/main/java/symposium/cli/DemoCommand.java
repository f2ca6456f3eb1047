package symposium.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.arbitration.Danger;
import symposium.arbitration.Seats;
import symposium.cluster.InvalidSetting;
import symposium.cluster.SymposiumNode;
import symposium.demo.Demo;
import symposium.demo.DemoConfig;
import symposium.demo.DemoScript;
import symposium.demo.Line;
import symposium.demo.Outcome;
import symposium.demo.Page;
import symposium.demo.ThinkTimes;
import symposium.graph.InvalidTopology;
import symposium.graph.Topologies;
import symposium.graph.TopologyFile;
import symposium.kernel.Topology;

/** {@code symposium demo}: a real cluster in this JVM, whose processes share a critical section, and one of which dies. */
@Command(
        name = "demo",
        header =
                "Shows philosophers share a critical section on a real cluster, and one of them die while it eats; or elections.",
        description = {
            "%nStarts a cluster in this JVM: every node an actor system of its own, linked by TCP on the loopback"
                    + " interface. At each node a philosopher thinks, gets hungry, and eats, one at a time. The node"
                    + " of one who eats is killed without goodbye. The others notice; where their algorithm provides for a death,"
                    + " they go on, and where it does not, it is shown that nobody is granted any more.%n",
            "With an algorithm for elections, the nodes elect a leader, it is killed, and the others elect another.%n",
            "With resources, an application at each node wants now these, now those of five resources, and takes all at once"
                    + " from the table of its node; the node of one that has three is killed, and what it had is taken again.%n",
            "Where philosophers share forks two by two, as with two-stage, several may eat at once, but no neighbours; the forks of"
                    + " the one who dies come back to its neighbours once they know.%n",
            "The story is told as it happens: the time in seconds, the process, what happened. At the end come figures,"
                    + " and the verdict of an observer who knows nothing but who ate when, under which fence."
        },
        exitCodeList = {
            "0:no two, or no two neighbours, ate at once, no resource was with two, no fence went back, and work went on after the death; or stood still after it, as the verdict"
                    + " says, where the algorithm does not provide for one",
            "1:violated: two ate at once, or had the same resource, or a fence went back, or a process was asked for a step that no rule admits, or waited in vain although no fault explains it",
            "2:not decided: the cluster did not form in time, or nobody ate after the death in time",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class DemoCommand implements Callable<Integer> {

    private static final String DEFAULT = "ewd851-misra";
    private static final String USUAL_NODES = "5";
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final Duration USUAL = Duration.ofSeconds(18);
    private static final Duration FORMATION = Duration.ofSeconds(90);
    private static final ThinkTimes APPETITE = new ThinkTimes(Duration.ofMillis(2000), Duration.ofMillis(400));
    private static final int FEWEST_WITH_DEATH = 3;
    private static final int MOST_MEALS = 100_000;

    private static final Pattern PROCESS = Pattern.compile("[0-9]{1,4}");
    /** Whom a line about one process speaks of besides. */
    private static final Pattern OTHER = Pattern.compile("(?<=\\b(?:to|from|with) )[0-9]{1,4}\\b");

    @Parameters(
            arity = "0..1",
            paramLabel = "ALGORITHM",
            defaultValue = DEFAULT,
            description = "Its name. Default: ${DEFAULT-VALUE}.")
    private String name;

    @Option(
            names = "--topology",
            paramLabel = "T",
            description =
                    "How the nodes are linked: ring, complete, line, star, tree, petersen, grid:RxC, random:D:SEED, or a"
                            + " file with a graph or a table. Default: the first that the catalogue names for the algorithm.")
    private String topology;

    @Option(
            names = "--table",
            paramLabel = "FILE",
            description =
                    "Where philosophers share forks: a table, a philosopher for each node, and the orders of grabbing;"
                            + " see symposium table --help. Goes instead of --topology.")
    private String table;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "How many nodes, from 2 to 9. Default: as the topology says, or " + USUAL_NODES + ".")
    private String nodes;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "How long they dine, from when the ring is closed. Default: 18.")
    private String seconds;

    @Option(names = "--meals", paramLabel = "K", description = "How many meals they have, all together, instead.")
    private String meals;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description =
                    "Decides how long each thinks and eats. Default: another one each time, printed at the start.")
    private String seed;

    @Option(
            names = "--faults",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Whether a node is killed. Default: it is.")
    private boolean faults;

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output; the story goes to standard error.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        List<String> elections = List.copyOf(SymposiumNode.elections());
        List<String> known = new ArrayList<>(SymposiumNode.algorithms());
        known.add(DemoScript.TABLE);
        known.addAll(elections);
        String algorithm = Values.algorithm("algorithm", name, known, SymposiumNode::runs);
        return elections.contains(algorithm) ? elect(algorithm) : dine(algorithm);
    }

    private int elect(String algorithm) throws InterruptedException {
        if (seconds != null || meals != null || seed != null || topology != null || table != null) {
            throw new BadInput("%s elects: --seconds, --meals, --seed, --topology and --table are for those who eat"
                    .formatted(algorithm));
        }
        int count = withMajority(count(null), "elects nobody");
        PrintWriter ground = ConsoleOutput.of(spec, json);
        ground.printf(
                "symposium demo: %s, %d nodes%s%n",
                algorithm, count, faults ? "; the leader will be killed; --no-faults spares it" : ", no faults");
        Outcome polls;
        try {
            polls = Demo.run(
                    DemoConfig.ofElection(algorithm, count, death(), FORMATION),
                    Page.sinceTheBeginning(ground, ConsoleOutput.colours()));
        } catch (InvalidSetting invalid) {
            throw new BadInput(invalid.getMessage());
        }
        ground.println();
        polls.tally().table().forEach(ground::println);
        polls.tally()
                .recovery()
                .ifPresent(span -> ground.println("From the death to the next leader: " + plain(span) + " s."));
        ground.println("All followed the first leader after " + plain(polls.formed()) + " s; all of it took "
                + plain(polls.lasted()) + " s.");
        ground.println();
        ground.println(verdict(polls.result(), polls.why()));
        ground.flush();
        if (json) {
            spec.commandLine().getOut().println(Json.of(json(algorithm, count, polls)));
        }
        return code(polls.result());
    }

    private Map<String, Object> json(String algorithm, int count, Outcome polls) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("algorithm", algorithm);
        json.put("nodes", count);
        json.put("faults", faults);
        json.put("verdict", polls.result().name().toLowerCase(Locale.ROOT));
        json.put("why", polls.why());
        List<Map<String, Object>> terms = new ArrayList<>();
        polls.tally().leaders().forEach((term, leader) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("term", term);
            entry.put("leader", leader.number());
            terms.add(entry);
        });
        json.put("terms", terms);
        json.putAll(polls.tally().json());
        json.put("secondsToFirstLeader", polls.formed().toMillis() / 1000.0);
        json.put("seconds", polls.lasted().toMillis() / 1000.0);
        return json;
    }

    private static String verdict(Outcome.Result result, String why) {
        return switch (result) {
            case HOLDS -> "Verdict of the observer: " + why + ".";
            case VIOLATED -> "Violated: " + why;
            case UNDECIDED -> "Not decided: " + why;
        };
    }

    private static int code(Outcome.Result result) {
        return switch (result) {
            case HOLDS -> ExitCode.DONE;
            case VIOLATED -> ExitCode.VIOLATED;
            case UNDECIDED -> ExitCode.UNDECIDED;
        };
    }

    /** So many nodes that the survivors of a death are a majority. */
    private int withMajority(int count, String whatTheSurvivorOfTwoDoes) {
        if (faults && count < FEWEST_WITH_DEATH) {
            throw new BadInput(
                    "--nodes '%s': the survivor of two is no majority, and %s; %d or more are wanted, or --no-faults"
                            .formatted(count, whatTheSurvivorOfTwoDoes, FEWEST_WITH_DEATH));
        }
        return count;
    }

    private int dine(String algorithm) throws InterruptedException {
        DemoConfig plan = plan(algorithm);
        PrintWriter ground = ConsoleOutput.of(spec, json);
        ground.printf(
                "symposium demo: %s%s, %d nodes, seed %d%s%n",
                plan.algorithm(),
                plan.topology().map(linked -> " on " + linked).orElse(""),
                plan.nodes(),
                plan.seed(),
                faults
                        ? "; the node of one who " + (atTable(algorithm) ? "has three resources" : "eats")
                                + " will be killed; --no-faults spares it"
                        : ", no faults");
        warning(plan).ifPresent(ground::println);
        Optional<Topology> linked =
                plan.topology().map(named -> Topologies.named(named).of(plan.nodes()));
        linked.flatMap(NetworkOptions::legend).ifPresent(ground::println);
        Page page = Page.sinceTheBeginning(ground, ConsoleOutput.colours());
        Outcome outcome;
        try {
            outcome = Demo.run(plan, line -> page.accept(named(line, linked)));
        } catch (InvalidSetting invalid) {
            throw new BadInput(invalid.getMessage());
        }
        ground.println();
        lines(outcome).forEach(ground::println);
        ground.flush();
        if (json) {
            spec.commandLine().getOut().println(Json.of(json(plan, outcome)));
        }
        return code(outcome.result());
    }

    /** A line about a process that a file gives a name. */
    private static Line named(Line line, Optional<Topology> linked) {
        List<String> names = linked.map(NetworkOptions::names).orElse(List.of());
        return names.isEmpty()
                ? line
                : new Line(
                        line.at(),
                        PROCESS.matcher(line.who()).matches() ? named(line.who(), names) : line.who(),
                        line.tone(),
                        OTHER.matcher(line.text())
                                .replaceAll(found -> Matcher.quoteReplacement(named(found.group(), names))));
    }

    private static String named(String number, List<String> names) {
        int process = Integer.parseInt(number);
        return process < names.size() ? names.get(process) : number;
    }

    private DemoConfig plan(String algorithm) {
        String linked = linked();
        if (atTable(algorithm) && linked != null) {
            throw new BadInput("%s links everybody with everybody: --topology and --table are for the others"
                    .formatted(algorithm));
        }
        int count = withMajority(count(linked), "is granted nothing");
        if (seconds != null && meals != null) {
            throw new BadInput("--seconds and --meals are both given; one of them is wanted");
        }
        Duration length = seconds != null ? Values.seconds("--seconds", seconds, LONGEST) : USUAL;
        return new DemoConfig(
                algorithm,
                TopologyError.by(linked, algorithm, count),
                count,
                seed != null
                        ? Values.whole("--seed", seed, 0, Integer.MAX_VALUE)
                        : ThreadLocalRandom.current().nextInt(10_000),
                meals != null ? LONGEST : length,
                meals != null ? OptionalInt.of(Values.whole("--meals", meals, 1, MOST_MEALS)) : OptionalInt.empty(),
                death(),
                APPETITE,
                FORMATION);
    }

    private DemoConfig.Death death() {
        return faults ? DemoConfig.Death.OF_THE_HOLDER : DemoConfig.Death.NONE;
    }

    private static boolean atTable(String algorithm) {
        return algorithm.equals(DemoScript.TABLE);
    }

    private String linked() {
        if (table != null && topology != null) {
            throw new BadInput("--table and --topology are both given; one of them is wanted");
        }
        if (table == null) {
            return topology;
        }
        try {
            if (!(TopologyFile.read(table) instanceof Seats)) {
                throw new BadInput(
                        "--table %s is a graph; a table is wanted, or --topology".formatted(Values.quoted(table)));
            }
        } catch (InvalidTopology invalid) {
            throw new BadInput("--table " + invalid.getMessage());
        }
        return table;
    }

    private int count(String linked) {
        if (nodes != null) {
            return Values.whole("--nodes", nodes, 2, 9);
        }
        OptionalInt said =
                NetworkOptions.named(linked).map(Topologies.Named::processes).orElse(OptionalInt.empty());
        if (said.isPresent() && (said.getAsInt() < 2 || said.getAsInt() > 9)) {
            throw new BadInput("--topology %s: has %d nodes; from 2 to 9 are wanted here"
                    .formatted(Values.quoted(linked), said.getAsInt()));
        }
        return said.orElse(Integer.parseInt(USUAL_NODES));
    }

    /** Who dines by orders that may come to deadlock is told so beforehand. */
    private static Optional<String> warning(DemoConfig plan) {
        return plan.topology()
                .filter(linked -> !plan.algorithm().equals("chandy-misra"))
                .map(linked -> Topologies.named(linked).of(plan.nodes()))
                .filter(Seats.class::isInstance)
                .map(seats -> ((Seats) seats).table())
                .filter(seats -> Danger.of(seats) instanceof Danger.Present)
                .map(dangerous ->
                        "These orders bear the danger of deadlock: symposium table analyse shows how it comes, and"
                                + " symposium table plan gives others.");
    }

    private List<String> lines(Outcome outcome) {
        List<String> lines = new ArrayList<>(outcome.tally().table());
        outcome.tally()
                .recovery()
                .ifPresent(span -> lines.add("From the death to the next grant: " + plain(span) + " s."));
        lines.add("The cluster formed in " + plain(outcome.formed()) + " s; all of it took " + plain(outcome.lasted())
                + " s.");
        lines.add("");
        lines.add(verdict(outcome.result(), outcome.why()));
        return lines;
    }

    private static String plain(Duration span) {
        return String.format(Locale.ROOT, "%.1f", span.toMillis() / 1000.0);
    }

    private static Map<String, Object> json(DemoConfig plan, Outcome outcome) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("algorithm", plan.algorithm());
        plan.topology().ifPresent(linked -> json.put("topology", linked));
        json.put("nodes", plan.nodes());
        json.put("seed", plan.seed());
        json.put("faults", plan.death() == DemoConfig.Death.OF_THE_HOLDER);
        json.put("verdict", outcome.result().name().toLowerCase(Locale.ROOT));
        json.put("why", outcome.why());
        json.putAll(outcome.tally().json());
        json.put("secondsToForm", outcome.formed().toMillis() / 1000.0);
        json.put("seconds", outcome.lasted().toMillis() / 1000.0);
        return json;
    }
}
