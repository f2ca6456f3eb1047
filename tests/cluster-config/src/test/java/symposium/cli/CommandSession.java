package symposium.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Commands of the pages that follow each other in one shell, and how a test runs them: a file of
 * {@code symposium/cli/documented}. A line is a command as it stands in a page, a line behind {@code +} one that the
 * test adds. The indented lines below it say what is done with it:
 *
 * <table>
 * <tr><td>{@code WORDS => OTHERS}</td><td>it is run with others of these words, so that it takes no longer than
 * seconds</td></tr>
 * <tr><td>{@code exit N}</td><td>its exit code, if it is not 0</td></tr>
 * <tr><td>{@code prints REGEX}</td><td>a line of its output has this</td></tr>
 * <tr><td>{@code until REGEX}</td><td>it runs on while the next ones are run, which wait until it has printed
 * this</td></tr>
 * <tr><td>{@code starts}</td><td>it runs on, and the next ones do not wait</td></tr>
 * <tr><td>{@code not run: WHY}</td><td>it is not run</td></tr>
 * </table>
 *
 * @param name the name of the file
 * @param needs the tools that the first line names, behind {@code needs}
 */
record CommandSession(String name, List<String> needs, List<Step> steps) {

    private static final String FILES = "symposium/cli/documented";

    private static final String NEEDS = "needs ";
    private static final String ADDED = "+ ";
    private static final String FOR = " => ";
    private static final String EXIT = "exit ";
    private static final String PRINTS = "prints ";
    private static final String UNTIL = "until ";
    private static final String STARTS = "starts";
    private static final String NOT_RUN = "not run: ";

    /**
     * A command.
     *
     * @param documented whether it stands in a page
     * @param line as it stands there
     * @param run with the words that are run
     * @param runsOn whether the next ones are run at the same time
     * @param prints what its output has, in the end or before the next ones are run
     * @param notRun why it is not run
     */
    record Step(
            boolean documented,
            String line,
            String run,
            int exit,
            boolean runsOn,
            Optional<String> prints,
            Optional<String> notRun) {

        private static Step of(String line) {
            boolean documented = !line.startsWith(ADDED);
            String command = documented ? line : line.substring(ADDED.length());
            return new Step(documented, command, command, 0, false, Optional.empty(), Optional.empty());
        }

        private Step with(String attribute) {
            if (attribute.startsWith(EXIT)) {
                int code = Integer.parseInt(attribute.substring(EXIT.length()));
                return new Step(documented, line, run, code, runsOn, prints, notRun);
            }
            if (attribute.startsWith(PRINTS)) {
                Optional<String> wanted = Optional.of(attribute.substring(PRINTS.length()));
                return new Step(documented, line, run, exit, runsOn, wanted, notRun);
            }
            if (attribute.startsWith(UNTIL)) {
                Optional<String> wanted = Optional.of(attribute.substring(UNTIL.length()));
                return new Step(documented, line, run, exit, true, wanted, notRun);
            }
            if (attribute.equals(STARTS)) {
                return new Step(documented, line, run, exit, true, prints, notRun);
            }
            if (attribute.startsWith(NOT_RUN)) {
                Optional<String> why = Optional.of(attribute.substring(NOT_RUN.length()));
                return new Step(documented, line, run, exit, runsOn, prints, why);
            }
            String[] words = attribute.split(FOR, -1);
            if (words.length != 2 || !run.contains(words[0])) {
                throw new IllegalArgumentException("'" + attribute + "' is nothing that can be done with: " + line);
            }
            return new Step(documented, line, run.replace(words[0], words[1]), exit, runsOn, prints, notRun);
        }
    }

    /** All sessions. */
    static List<CommandSession> all() throws IOException {
        Path directory = Path.of("src/test/resources", FILES);
        try (Stream<Path> files = Files.list(directory)) {
            List<CommandSession> sessions = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                sessions.add(of(file.getFileName().toString().replace(".txt", ""), Files.readString(file)));
            }
            return sessions;
        }
    }

    static CommandSession of(String name, String text) {
        List<String> needs = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith(NEEDS)) {
                needs.addAll(List.of(line.substring(NEEDS.length()).split(" ")));
            } else if (line.startsWith(" ")) {
                int last = steps.size() - 1;
                steps.set(last, steps.get(last).with(line.strip()));
            } else {
                steps.add(Step.of(line));
            }
        }
        return new CommandSession(name, List.copyOf(needs), List.copyOf(steps));
    }

    @Override
    public String toString() {
        return name;
    }
}
