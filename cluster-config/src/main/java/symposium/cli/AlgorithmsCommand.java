package symposium.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Family;
import symposium.kernel.Start;

/** {@code symposium algorithms}: the catalogue. */
@Command(name = "algorithms")
final class AlgorithmsCommand extends ReportingCommand {

    private static final Start ANY = Start.of(3, 0);

    @Formerly("--errata")
    @Option(names = "--variants")
    private boolean variants;

    @Parameters(arity = "0..1", paramLabel = "ALGORITHM", descriptionKey = "algorithm")
    private Optional<Algorithm<?, ?, ?, ?, ?>> algorithm;

    @Override
    public Integer call() {
        if (variants) {
            printVariants(
                    algorithm.<List<Algorithm<?, ?, ?, ?, ?>>>map(List::of).orElseGet(Catalogue::all));
        } else if (algorithm.isPresent()) {
            List<Map<String, Object>> one = entries(List.of(algorithm.get()));
            print(() -> Map.of("algorithms", one), () -> text(one));
        } else {
            printCatalogue();
        }
        return ExitCode.DONE;
    }

    private void printVariants(List<Algorithm<?, ?, ?, ?, ?>> algorithms) {
        List<Erratum> all =
                algorithms.stream().flatMap(each -> Erratum.of(each).stream()).toList();
        print(
                () -> Map.of("errata", all.stream().map(Erratum::json).toList()),
                () -> all.stream().map(Erratum::text).collect(Collectors.joining()));
    }

    /** The text only names the members of a family; the JSON object has all of them. */
    private void printCatalogue() {
        List<Map<String, Object>> families =
                Catalogue.families().stream().map(AlgorithmsCommand::entry).toList();
        print(
                () -> {
                    Map<String, Object> object = new LinkedHashMap<>();
                    object.put("algorithms", entries(Catalogue.all()));
                    object.put("families", families);
                    return object;
                },
                () -> text(entries(Catalogue.byThemselves())) + text(families)
                        + "symposium algorithms NAME shows one of them in full.");
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
                    Object shown = value instanceof List<?> several ? ReportText.listed(several) : value;
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
