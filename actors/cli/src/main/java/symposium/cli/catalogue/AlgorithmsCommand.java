package symposium.cli.catalogue;

import static symposium.cli.report.ReportText.listed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportingCommand;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Family;
import symposium.kernel.problem.Start;

/** {@code symposium algorithms}: the catalogue. */
@Command(name = "algorithms")
public final class AlgorithmsCommand extends ReportingCommand {

    private static final Start ANY = Start.of(3, 0);

    @Option(names = "--variants")
    private boolean variants;

    @Option(names = "--errata")
    private boolean errata;

    @Parameters(arity = "0..1", paramLabel = "ALGORITHM", descriptionKey = "algorithm")
    private Optional<Algorithm<?, ?, ?, ?, ?>> algorithm;

    @Override
    public Integer call() {
        if (errata) {
            printErrata(algorithm.map(Erratum::of).orElseGet(Erratum::all));
        } else if (variants) {
            printVariants(
                    algorithm.<List<Algorithm<?, ?, ?, ?, ?>>>map(List::of).orElseGet(Catalogue::all));
        } else if (algorithm.isPresent()) {
            List<JsonObject> one = entries(List.of(algorithm.get()));
            print(() -> new JsonObject().with("algorithms", one), () -> text(one));
        } else {
            printCatalogue();
        }
        return ExitCode.DONE;
    }

    private void printVariants(List<Algorithm<?, ?, ?, ?, ?>> algorithms) {
        List<RefutedVariant> all = algorithms.stream()
                .flatMap(each -> RefutedVariant.of(each).stream())
                .toList();
        print(
                () -> new JsonObject()
                        .with("errata", all.stream().map(RefutedVariant::json).toList()),
                () -> all.stream().map(RefutedVariant::text).collect(Collectors.joining()));
    }

    private void printErrata(List<Erratum> all) {
        Map<String, List<RefutedVariant>> refuted = new HashMap<>();
        print(
                () -> new JsonObject()
                        .with(
                                "errata",
                                all.stream().map(each -> each.json(refuted)).toList()),
                () -> all.stream().map(each -> each.text(refuted)).collect(Collectors.joining("\n")));
    }

    /** The text only names the members of a family; the JSON object has all of them. */
    private void printCatalogue() {
        List<JsonObject> families =
                Catalogue.families().stream().map(AlgorithmsCommand::entry).toList();
        print(
                () -> new JsonObject()
                        .with("algorithms", entries(Catalogue.all()))
                        .with("families", families),
                () -> text(entries(Catalogue.byThemselves())) + text(families)
                        + "symposium algorithms NAME shows one of them in full.");
    }

    private static List<JsonObject> entries(List<Algorithm<?, ?, ?, ?, ?>> algorithms) {
        return algorithms.stream().map(AlgorithmsCommand::entry).toList();
    }

    private static JsonObject entry(Family family) {
        List<String> members = family.over(Catalogue.byThemselves()).stream()
                .<String>map(Algorithm::name)
                .sorted()
                .toList();
        return new JsonObject()
                .with("name", family.name())
                .with("members", members)
                .withPresent("others", family.others());
    }

    private static JsonObject entry(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return new JsonObject()
                .with("name", algorithm.name())
                .with("problem", algorithm.problem().name())
                .with("topologies", algorithm.system().topologies())
                .with("anyGraph", algorithm.system().anyGraph())
                .with("channels", algorithm.system().channels())
                .with("assumptions", algorithm.system().assumptions())
                .with("cost", algorithm.paper().cost())
                .with("falseDeparture", algorithm.underFalseDeparture().says())
                .with("source", algorithm.paper().source())
                .with("variants", algorithm.checks().variants(ANY).size());
    }

    private static String label(String field) {
        return field.equals("falseDeparture") ? "false departure" : field;
    }

    private static String text(List<JsonObject> entries) {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> entry :
                entries.stream().map(JsonObject::fields).toList()) {
            text.append(entry.get("name")).append('\n');
            entry.forEach((field, value) -> {
                if (!field.equals("name") && !field.equals("anyGraph") && !value.equals(List.of())) {
                    Object shown = value instanceof List<?> several ? listed(several) : value;
                    if (field.equals("topologies") && Boolean.TRUE.equals(entry.get("anyGraph"))) {
                        shown = "any connected graph, such as " + shown;
                    }
                    text.append(String.format("  %-15s  %s%n", label(field), shown));
                }
            });
            text.append('\n');
        }
        return text.toString();
    }
}
