package symposium.cli.trace;

import static symposium.cli.option.Values.quoted;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.cli.option.BadInput;
import symposium.cli.option.OutputFile;
import symposium.cli.report.ReportingCommand;
import symposium.eventlog.LogHead;
import symposium.eventlog.reading.MergedLog;

/** A command on the event logs of one run. */
abstract class OnLogs extends ReportingCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE", descriptionKey = "logs")
    private List<Path> given;

    @Option(names = "--algorithm", paramLabel = "NAME", descriptionKey = "logs.algorithm")
    private Optional<String> algorithm;

    /** The logs of each algorithm, or of that which is named, merged. */
    final Map<LogHead, MergedLog> merged() {
        Map<LogHead, MergedLog> all = LogFiles.merged(files());
        if (algorithm.isPresent()) {
            SortedSet<String> there = LogFiles.algorithms(all);
            all.keySet().removeIf(head -> !head.algorithm().equals(algorithm.get()));
            if (all.isEmpty()) {
                throw new BadInput(
                        "--algorithm %s: the logs are of %s", quoted(algorithm.get()), String.join(", ", there));
            }
        }
        return all;
    }

    /** The logs, merged, which are of one algorithm. */
    final MergedLog ofOne() {
        Map<LogHead, MergedLog> all = merged();
        if (all.size() > 1) {
            throw new BadInput(
                    "the logs are of several algorithms, %s: --algorithm NAME chooses one", LogFiles.algorithms(all));
        }
        return all.values().iterator().next();
    }

    private List<Path> files() {
        return given.stream()
                .flatMap(path -> Files.isDirectory(path) ? LogFiles.inDirectory(path).stream() : Stream.of(path))
                .distinct()
                .toList();
    }

    /** Prints a text, or writes it to the file of an option. */
    final void put(Optional<OutputFile> file, String option, String text) {
        if (file.isPresent()) {
            file.get().write(option, text);
        } else {
            out().println(text.stripTrailing());
        }
    }
}
