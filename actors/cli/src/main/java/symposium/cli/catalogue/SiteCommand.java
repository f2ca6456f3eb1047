package symposium.cli.catalogue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.cli.option.AlgorithmConverter;
import symposium.cli.option.BadInput;
import symposium.cli.option.OutputDirectory;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.kernel.catalogue.Catalogue;
import symposium.site.Checkout;
import symposium.site.Flaw;
import symposium.site.LinkCheck;
import symposium.site.Misprint;
import symposium.site.Site;

/** {@code symposium site}: the documents and all algorithms as static pages. */
@Command(name = "site")
public final class SiteCommand implements Callable<Integer> {

    /** The property by which the launcher names its checkout. */
    private static final String LAUNCHED = "symposium.checkout";

    @Parameters(paramLabel = "DIR", descriptionKey = "directory")
    private OutputDirectory directory;

    @Option(names = "--checkout", paramLabel = "DIR")
    private Optional<Path> checkout;

    @Option(names = "--runs", paramLabel = "NAME,...")
    private Optional<String> runs;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Optional<Checkout> documents = checkout();
        Predicate<String> simulated = simulated();
        Map<String, List<RefutedVariant>> refuted = new HashMap<>();
        Catalogue.all().forEach(each -> refuted.put(each.name(), RefutedVariant.of(each)));
        Map<String, List<Flaw>> flaws = refuted.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, named -> named.getValue().stream()
                        .map(RefutedVariant::flaw)
                        .toList()));
        List<Misprint> misprints =
                Erratum.all().stream().map(each -> each.misprint(refuted)).toList();
        Site site = new Site(
                documents, flaws.values().stream().flatMap(List::stream).toList(), misprints, simulated);
        try {
            List<String> files = site.write(directory.path());
            List<String> broken = LinkCheck.broken(directory.path(), files);
            broken.forEach(spec.commandLine().getErr()::println);
            spec.commandLine().getOut().println(directory.path().resolve("index.html"));
            return broken.isEmpty() ? ExitCode.DONE : ExitCode.VIOLATED;
        } catch (IOException failed) {
            throw new BadInput("%s: cannot be written: %s", directory.path(), failed.getMessage());
        }
    }

    private Optional<Checkout> checkout() {
        checkout.filter(directory -> !Checkout.isAt(directory)).ifPresent(other -> {
            throw new BadInput(
                    "--checkout %s: must be a checkout of this version of Symposium", Values.quoted(other + ""));
        });
        return checkout.or(() -> Optional.ofNullable(System.getProperty(LAUNCHED))
                        .map(Path::of)
                        .filter(Checkout::isAt))
                .map(Checkout::new);
    }

    private Predicate<String> simulated() {
        AlgorithmConverter converter = new AlgorithmConverter();
        return runs.<Set<String>>map(text -> Values.of(
                        "--runs",
                        () -> Values.several(
                                "--runs", text, name -> converter.convert(name).name())))
                .<Predicate<String>>map(names -> names::contains)
                .orElse(any -> true);
    }
}
