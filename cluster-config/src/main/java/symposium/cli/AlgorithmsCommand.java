package symposium.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import symposium.checker.Explorer;
import symposium.checker.Faults;
import symposium.checker.Limits;
import symposium.checker.Model;
import symposium.checker.Property;
import symposium.checker.Report;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Channels;
import symposium.kernel.Protocol;
import symposium.kernel.Start;
import symposium.kernel.Variant;

/** {@code symposium algorithms}: the catalogue. */
@Command(
        name = "algorithms",
        header = "Lists the algorithms, or the faulty variants of them that the checker refutes.",
        exitCodeList = {
            "0:listed",
            "64:the command line is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class AlgorithmsCommand implements Callable<Integer> {

    /** As many processes as any planted fault has needed so far, and one more. */
    private static final int MOST_PROCESSES = 4;

    private static final Limits PATIENCE = new Limits(300_000, Duration.ofSeconds(5));
    private static final Start ANY = Start.of(3, 0);

    @Option(
            names = "--errata",
            description =
                    "List the misprints and planted faults, each with the fewest processes on which it shows, what"
                            + " it violates there, and the command that shows it.")
    private boolean errata;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (errata) {
                entries.addAll(errata(algorithm));
            } else {
                entries.add(entry(algorithm));
            }
        }
        if (json) {
            print(Json.of(Map.of(errata ? "errata" : "algorithms", entries)));
        } else {
            print(errata ? errataText(entries) : text(entries));
        }
        return ExitCode.DONE;
    }

    private void print(String text) {
        spec.commandLine().getOut().println(text.stripTrailing());
    }

    private static Map<String, Object> entry(Algorithm<?, ?, ?, ?, ?> algorithm) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", algorithm.name());
        entry.put("problem", algorithm.problem().name());
        entry.put(
                "topologies",
                algorithm.topologies().stream().map(Object::toString).toList());
        entry.put("channels", algorithm.channels().toString());
        entry.put("assumptions", algorithm.assumptions());
        entry.put("cost", algorithm.cost());
        entry.put("source", algorithm.source());
        entry.put("variants", algorithm.variants(ANY).size());
        return entry;
    }

    private static String text(List<Map<String, Object>> entries) {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> entry : entries) {
            text.append(entry.get("name")).append('\n');
            entry.forEach((field, value) -> {
                if (!field.equals("name")) {
                    Object shown = value instanceof List<?> several ? CheckReport.listed(several) : value;
                    text.append(String.format("  %-12s %s%n", field, shown));
                }
            });
            text.append('\n');
        }
        return text.toString();
    }

    private static <S, M, U, I, O> List<Map<String, Object>> errata(Algorithm<S, M, U, I, O> algorithm) {
        List<Map<String, Object>> entries = new ArrayList<>();
        Map<Surroundings, Boolean> stood = new HashMap<>();
        List<String> names = algorithm.variants(ANY).stream().map(Variant::name).toList();
        for (int number = 1; number <= names.size(); number++) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("algorithm", algorithm.name());
            entry.put("number", number);
            entry.put("variant", names.get(number - 1));
            entry.putAll(refutation(algorithm, number, stood));
            entries.add(entry);
        }
        return entries;
    }

    /** Under what an algorithm runs, beyond what its paper assumes. */
    private record Surroundings(int processes, String option, Faults faults, boolean reordering) {

        private static final String ASKING_TWICE = " --requests 2";

        /** Users ask twice only where there is a bound on how often they ask. */
        static List<Surroundings> of(int processes, boolean bounded) {
            List<Surroundings> all = new ArrayList<>();
            all.add(new Surroundings(processes, "", Faults.NONE, false));
            if (bounded) {
                all.add(new Surroundings(processes, ASKING_TWICE, Faults.NONE, false));
            }
            all.add(new Surroundings(processes, " --loss 1", Faults.losses(1), false));
            all.add(new Surroundings(processes, " --crash 1", Faults.crashes(1), false));
            all.add(new Surroundings(processes, " --duplicate 1", Faults.NONE.withDoublings(1), false));
            all.add(new Surroundings(processes, " --network " + Channels.UNORDERED, Faults.NONE, true));
            return all;
        }

        <S, M, U, I, O> Report check(Algorithm<S, M, U, I, O> algorithm, Optional<Protocol<S, M, I, O>> bent) {
            Model<S, M, U, I, O> model =
                    Model.of(algorithm, Start.of(processes, 0)).suffering(faults);
            Model<S, M, U, I, O> asking = option.equals(ASKING_TWICE) ? model.requesting(2) : model;
            Model<S, M, U, I, O> over = reordering ? asking.over(Channels.UNORDERED) : asking;
            return Explorer.of(bent.map(over::running).orElse(over), PATIENCE)
                    .explore()
                    .report(true);
        }
    }

    /**
     * What a variant violates, in the simplest surroundings in which it does and the original does not: first those of the paper, on ever
     * more processes, then with users who ask twice, then with a fault.
     */
    private static <S, M, U, I, O> Map<String, Object> refutation(
            Algorithm<S, M, U, I, O> algorithm, int number, Map<Surroundings, Boolean> stood) {
        Map<String, Object> refutation = new LinkedHashMap<>();
        boolean bounded = !algorithm.finiteWithoutBound();
        for (int kind = 0; kind < Surroundings.of(1, bounded).size(); kind++) {
            for (int processes = 1; processes <= MOST_PROCESSES; processes++) {
                Surroundings surroundings = Surroundings.of(processes, bounded).get(kind);
                Optional<Report> report = variant(algorithm, processes, number)
                        .map(variant -> surroundings.check(algorithm, Optional.of(variant.protocol())));
                Optional<Property> violated = report.flatMap(Report::violated);
                if (violated.isPresent()
                        && stood.computeIfAbsent(surroundings, here -> here.check(algorithm, Optional.empty())
                                .violated()
                                .isEmpty())) {
                    refutation.put("violates", violated.get().name());
                    refutation.put(
                            "command",
                            "symposium check %s -n %d%s --variant %d"
                                    .formatted(algorithm.name(), processes, surroundings.option(), number));
                    return refutation;
                }
                if (report.isPresent() && violated.isEmpty() && !report.get().complete()) {
                    break;
                }
            }
        }
        refutation.put("violates", null);
        refutation.put("command", null);
        return refutation;
    }

    /** A variant, where it is defined for so many processes. */
    private static <S, M, U, I, O> Optional<Variant<S, M, U, I, O>> variant(
            Algorithm<S, M, U, I, O> algorithm, int processes, int number) {
        try {
            return Optional.of(algorithm.variants(Start.of(processes, 0)).get(number - 1));
        } catch (IllegalArgumentException undefined) {
            return Optional.empty();
        }
    }

    private static String errataText(List<Map<String, Object>> entries) {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> entry : entries) {
            text.append(
                    String.format("%s, %d: %s%n", entry.get("algorithm"), entry.get("number"), entry.get("variant")));
            if (entry.get("violates") == null) {
                text.append("    not refuted on few processes\n");
            } else {
                text.append("    violates: ").append(entry.get("violates")).append('\n');
                text.append("    ").append(entry.get("command")).append('\n');
            }
        }
        return text.toString();
    }
}
