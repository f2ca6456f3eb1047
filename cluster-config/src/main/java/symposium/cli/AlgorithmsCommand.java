package symposium.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Start;

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

    private static final Start ANY = Start.of(3, 0);

    @Option(
            names = "--errata",
            description =
                    "List the misprints and planted faults, each with what it violates on a small instance, and the command"
                            + " that shows it.")
    private boolean errata;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (errata) {
            printErrata();
        } else {
            printCatalogue();
        }
        return ExitCode.DONE;
    }

    private void printErrata() {
        List<Erratum> all = new ArrayList<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            all.addAll(Erratum.of(algorithm));
        }
        print(
                json
                        ? Json.of(
                                Map.of("errata", all.stream().map(Erratum::json).toList()))
                        : all.stream().map(Erratum::text).collect(Collectors.joining()));
    }

    private void printCatalogue() {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            entries.add(entry(algorithm));
        }
        print(json ? Json.of(Map.of("algorithms", entries)) : text(entries));
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
        entry.put("anyGraph", algorithm.anyGraph());
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
                if (!field.equals("name") && !field.equals("anyGraph")) {
                    Object shown = value instanceof List<?> several ? CheckReport.listed(several) : value;
                    if (field.equals("topologies") && Boolean.TRUE.equals(entry.get("anyGraph"))) {
                        shown = "any connected graph, such as " + shown;
                    }
                    text.append(String.format("  %-12s %s%n", field, shown));
                }
            });
            text.append('\n');
        }
        return text.toString();
    }
}
