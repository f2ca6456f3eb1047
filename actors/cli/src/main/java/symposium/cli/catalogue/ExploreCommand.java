package symposium.cli.catalogue;

import static symposium.cli.option.Values.quoted;

import akka.actor.ActorSystem;
import akka.http.javadsl.server.Directives;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.browser.Playground;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.InstanceOptions;
import symposium.cli.option.OutputFile;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Topology;
import symposium.web.WebServer;

/** {@code symposium explore}: the states of an algorithm in a page, step by step. */
@Command(name = "explore")
public final class ExploreCommand implements Callable<Integer> {

    private static final int MOST_PROCESSES = 12;
    private static final int MOST = 9;
    /** Where the page begins. */
    private static final int PROCESSES = 3;

    @Parameters(arity = "0..1", paramLabel = "ALGORITHM", descriptionKey = "algorithm")
    private Optional<Algorithm<?, ?, ?, ?, ?>> algorithm;

    @Option(names = "-n", paramLabel = "N")
    @Bounds(least = 1, most = MOST_PROCESSES)
    private Optional<Integer> processes;

    @Option(names = "--topology", paramLabel = "NAME")
    private Optional<String> topology;

    @Option(names = "--variant", paramLabel = "NAME")
    private Optional<String> variant;

    @Option(names = "--requests", paramLabel = "K")
    @Bounds(least = 1, most = MOST)
    private Optional<Integer> requests;

    @Option(names = "--loss", paramLabel = "K")
    @Bounds(most = MOST)
    private Optional<Integer> losses;

    @Option(names = "--duplicate", paramLabel = "K")
    @Bounds(most = MOST)
    private Optional<Integer> duplications;

    @Option(names = "--crash", paramLabel = "K")
    @Bounds(most = MOST)
    private Optional<Integer> crashes;

    @Mixin
    private QuestionOptions question;

    @Option(names = "--html", paramLabel = "FILE")
    private Optional<OutputFile> html;

    @Option(names = "--port", paramLabel = "PORT")
    @Bounds(most = 65535)
    private int port;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        String link = link();
        if (html.isPresent()) {
            html.get().write("--html", Playground.page());
            say(html.get().path() + link);
            return ExitCode.DONE;
        }
        ActorSystem system = ActorSystem.create(
                "explore",
                ConfigFactory.parseString("akka.actor.provider = local").withFallback(ConfigFactory.load()));
        String page = Playground.page();
        try (WebServer server = WebServer.start(
                system,
                port,
                Directives.get(() -> Directives.pathSingleSlash(() -> Directives.complete(WebServer.page(page)))))) {
            say(server.address() + "/" + link);
            say("Ctrl-C ends it.");
            Thread.currentThread().join();
        } catch (IOException bound) {
            throw new BadInput("--port %d: %s; use another one, or 0 for any free port", port, bound.getMessage());
        } finally {
            system.terminate();
        }
        return ExitCode.DONE;
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    /** What the address says after the page. */
    private String link() {
        if (algorithm.isEmpty()) {
            question.requireNone();
            return "";
        }
        if (!compiled(algorithm.get())) {
            throw new BadInput(
                    "%s is not in the page, into which the algorithms of Symposium are compiled, and no others;"
                            + " symposium check %s --diagram draws its counterexamples",
                    algorithm.get().name(), algorithm.get().name());
        }
        StringBuilder link = new StringBuilder("#algorithm=" + algorithm.get().name());
        processes.ifPresent(count -> link.append("&processes=").append(count));
        topology.ifPresent(name -> link.append("&topology=").append(encoded(topology(algorithm.get(), name))));
        variant.ifPresent(name -> link.append("&variant=").append(number(algorithm.get(), name)));
        requests.ifPresent(count -> link.append("&requests=").append(count));
        losses.ifPresent(count -> link.append("&losses=").append(count));
        duplications.ifPresent(count -> link.append("&duplications=").append(count));
        crashes.ifPresent(count -> link.append("&crashes=").append(count));
        question.of(algorithm.get(), processes.orElse(PROCESSES)).ifPresent(asked -> {
            link.append("&ask=").append(asked.kind().name().toLowerCase(Locale.ROOT));
            link.append("&formula=").append(encoded(asked.formulas().get(0)));
            asked.formulas().stream().skip(1).forEach(then -> link.append("&then=")
                    .append(encoded(then)));
        });
        return link.toString();
    }

    /** Whether it comes from where the others are, and not from the classes of a user. */
    private static boolean compiled(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm
                .getClass()
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .equals(Algorithm.class.getProtectionDomain().getCodeSource().getLocation());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String topology(Algorithm<?, ?, ?, ?, ?> algorithm, String name) {
        List<String> names =
                algorithm.system().topologies().stream().map(Topology::toString).toList();
        if (!names.contains(name)) {
            throw new BadInput(
                    "--topology %s: the page has %s on: %s", quoted(name), algorithm.name(), String.join(", ", names));
        }
        return name;
    }

    /** The number of a variant, from 1. */
    private int number(Algorithm<?, ?, ?, ?, ?> named, String text) {
        List<String> names = InstanceOptions.defined(named, processes.orElse(PROCESSES), () -> names(named));
        if (text.matches("[0-9]+")) {
            return Values.whole("--variant", text, 1, names.size());
        }
        return IntStream.range(0, names.size())
                        .filter(each -> names.get(each).equals(text.strip()))
                        .findFirst()
                        .orElseThrow(() -> new BadInput(
                                "--variant %s is none of the %d of %s, which symposium algorithms --variants names%s",
                                quoted(text), names.size(), named.name(), Values.meant(text, names)))
                + 1;
    }

    private <S, M, I, O> List<String> names(Algorithm<S, M, ?, I, O> named) {
        return named.checks().variants(Start.of(processes.orElse(PROCESSES), 0)).stream()
                .map(Variant::name)
                .toList();
    }
}
