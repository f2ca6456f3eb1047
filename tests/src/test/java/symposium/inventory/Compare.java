package symposium.inventory;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/**
 * Compares the {@link Inventory} with one made earlier, read through a list of renamings.
 *
 * <p>Arguments: the earlier inventory, gzipped; the renamings; then those of {@link Inventory}. Exit code: 1 when a
 * line is lost or changed.
 */
public final class Compare {

    private Compare() {}

    public static void main(String[] arguments) throws IOException {
        Renamings renamings = Renamings.read(Path.of(arguments[1]));
        List<String> prefixes = List.of(arguments).subList(2, arguments.length);
        SortedSet<String> before = new TreeSet<>();
        for (String line : unzipped(Path.of(arguments[0]))) {
            if (prefixes.isEmpty() || prefixes.stream().anyMatch(line::startsWith)) {
                before.add(renamings.apply(line));
            }
        }
        SortedSet<String> now = new TreeSet<>(inventory(prefixes));
        SortedSet<String> lost = new TreeSet<>(before);
        lost.removeAll(now);
        now.removeAll(before);
        lost.removeIf(renamings::accountedFor);
        lost.forEach(line -> System.out.println("- " + line));
        now.forEach(line -> System.out.println("+ " + line));
        System.out.printf(
                "%d lines before, %d lost or changed, %d new or changed%n", before.size(), lost.size(), now.size());
        System.exit(lost.isEmpty() ? 0 : 1);
    }

    private static List<String> unzipped(Path file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private static List<String> inventory(List<String> prefixes) {
        PrintStream original = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            Inventory.main(prefixes.toArray(String[]::new));
        } finally {
            System.setOut(original);
        }
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /**
     * What has been renamed on purpose.
     *
     * @param replaced pieces of text, and what stands in their place now
     * @param gone pieces of text of lines that may be missing
     */
    private record Renamings(Map<String, String> replaced, List<String> gone) {

        static Renamings read(Path file) throws IOException {
            Map<String, String> replaced = new LinkedHashMap<>();
            List<String> gone = new ArrayList<>();
            String from = null;
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("- ")) {
                    from = line.substring(2);
                } else if (line.startsWith("+ ") && from != null) {
                    replaced.put(from, line.substring(2));
                    from = null;
                } else if (line.startsWith("! ")) {
                    gone.add(line.substring(2));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    throw new IllegalArgumentException(file + ": not \"- before\", \"+ after\" or \"! text\": " + line);
                }
            }
            return new Renamings(replaced, gone);
        }

        String apply(String line) {
            String renamed = line;
            for (Map.Entry<String, String> each : replaced.entrySet()) {
                renamed = renamed.replace(each.getKey(), each.getValue());
            }
            return renamed;
        }

        boolean accountedFor(String line) {
            return gone.stream().anyMatch(line::contains);
        }
    }
}
