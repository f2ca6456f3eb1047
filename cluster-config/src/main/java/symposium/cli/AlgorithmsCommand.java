package symposium.cli;

import java.time.Duration;
import java.util.ArrayList;
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
import symposium.checker.Verdict;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
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

    /** As many processes as any planted fault has needed so far, and a few more. */
    private static final int MOST_PROCESSES = 6;

    private static final Limits PATIENCE = new Limits(1_000_000, Duration.ofSeconds(5));

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
        entry.put("variants", algorithm.variants(Start.of(2, 0)).size());
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
        int variants = algorithm.variants(Start.of(2, 0)).size();
        for (int number = 1; number <= variants; number++) {
            entries.add(erratum(algorithm, number));
        }
        return entries;
    }

    private static <S, M, U, I, O> Map<String, Object> erratum(Algorithm<S, M, U, I, O> algorithm, int number) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("algorithm", algorithm.name());
        entry.put("number", number);
        for (int processes = 1; processes <= MOST_PROCESSES; processes++) {
            Start start = Start.of(processes, 0);
            Variant<S, M, U, I, O> variant = algorithm.variants(start).get(number - 1);
            entry.put("variant", variant.name());
            Model<S, M, U, I, O> model =
                    Model.of(algorithm, start).suffering(new Faults(variant.losses(), 0, variant.crashes()));
            // Where the algorithm itself fails, too few are left to go on, and nothing is said of the variant.
            Optional<Property> violated =
                    violated(model).isPresent() ? Optional.empty() : violated(model.running(variant.protocol()));
            if (violated.isPresent()) {
                entry.put("processes", processes);
                entry.put("violates", violated.get().name());
                entry.put("steps", violated.get().trace().size());
                entry.put("command", command(algorithm.name(), processes, number, variant));
                return entry;
            }
        }
        entry.put("violates", null);
        return entry;
    }

    private static <S, M, U, I, O> Optional<Property> violated(Model<S, M, U, I, O> model) {
        return Explorer.of(model, PATIENCE).explore().report(true).properties().stream()
                .filter(property -> property.verdict() == Verdict.VIOLATED)
                .findFirst();
    }

    private static String command(String algorithm, int processes, int number, Variant<?, ?, ?, ?, ?> variant) {
        return "symposium check %s -n %d --variant %d".formatted(algorithm, processes, number)
                + (variant.losses() > 0 ? " --loss " + variant.losses() : "")
                + (variant.crashes() > 0 ? " --crash " + variant.crashes() : "");
    }

    private static String errataText(List<Map<String, Object>> entries) {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> entry : entries) {
            text.append(
                    String.format("%s, %d: %s%n", entry.get("algorithm"), entry.get("number"), entry.get("variant")));
            if (entry.get("violates") == null) {
                text.append("    not refuted on up to ").append(MOST_PROCESSES).append(" processes\n");
            } else {
                text.append("    violates: ").append(entry.get("violates")).append('\n');
                text.append("    ").append(entry.get("command")).append('\n');
            }
        }
        return text.toString();
    }
}
