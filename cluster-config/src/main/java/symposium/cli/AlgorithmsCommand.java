package symposium.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Family;
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

    @Parameters(
            arity = "0..1",
            paramLabel = "ALGORITHM",
            description =
                    "Show this one alone, in full. Of those that are made of others by a construction, the list has"
                            + " only the names.")
    private String name;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (name != null) {
            printOne();
        } else if (errata) {
            printErrata(Catalogue.all());
        } else {
            printCatalogue();
        }
        return ExitCode.DONE;
    }

    private void printOne() {
        List<String> names =
                Catalogue.all().stream().<String>map(Algorithm::name).toList();
        Algorithm<?, ?, ?, ?, ?> one = Catalogue.named(
                        Values.algorithm("algorithm", name, names, known -> Catalogue.named(known)
                                .isPresent()))
                .orElseThrow();
        if (errata) {
            printErrata(List.of(one));
        } else {
            print(json ? Json.of(Map.of("algorithms", List.of(entry(one)))) : text(List.of(entry(one))));
        }
    }

    private void printErrata(List<Algorithm<?, ?, ?, ?, ?>> algorithms) {
        List<Erratum> all =
                algorithms.stream().flatMap(each -> Erratum.of(each).stream()).toList();
        print(
                json
                        ? Json.of(
                                Map.of("errata", all.stream().map(Erratum::json).toList()))
                        : all.stream().map(Erratum::text).collect(Collectors.joining()));
    }

    /** For people those that a family makes of others are named only; for programs all is there. */
    private void printCatalogue() {
        List<Map<String, Object>> families =
                Catalogue.families().stream().map(AlgorithmsCommand::entry).toList();
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("algorithms", entries(Catalogue.all()));
            object.put("families", families);
            print(Json.of(object));
        } else {
            print(text(entries(Catalogue.byThemselves())) + text(families)
                    + "symposium algorithms NAME shows one of them in full.");
        }
    }

    private static List<Map<String, Object>> entries(List<Algorithm<?, ?, ?, ?, ?>> algorithms) {
        return algorithms.stream().map(AlgorithmsCommand::entry).toList();
    }

    private static Map<String, Object> entry(Family family) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", family.name());
        entry.put(
                "members",
                family.over(Catalogue.byThemselves()).stream()
                        .<String>map(Algorithm::name)
                        .sorted()
                        .toList());
        family.others().ifPresent(others -> entry.put("others", others));
        return entry;
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
