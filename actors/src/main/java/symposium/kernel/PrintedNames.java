package symposium.kernel;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The printed forms of names in code: of rules, types, constants and components. Each is computed once. */
final class PrintedNames {

    private static final Pattern NUMBERED = Pattern.compile("^([A-Z]+)([0-9]+)_.+");
    private static final Pattern BREAK = Pattern.compile("_");
    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");

    private static final Map<String, String> LABELS = new ConcurrentHashMap<>();
    private static final Map<String, String> HYPHENATED = new ConcurrentHashMap<>();

    private PrintedNames() {}

    /** Returns the label of a rule: see {@link Rule#label}. */
    static String label(String name) {
        return LABELS.computeIfAbsent(name, fresh -> {
            String label = NUMBERED.matcher(fresh).replaceFirst("$1_$2").toLowerCase(Locale.ROOT);
            return BREAK.matcher(label).replaceFirst(".").replace('_', '-');
        });
    }

    /**
     * Returns a name in lower case with hyphens: {@code LostToken} and {@code LOST_TOKEN} are both {@code lost-token}.
     */
    static String hyphenated(String name) {
        return HYPHENATED.computeIfAbsent(name, fresh -> HUMP.matcher(fresh)
                .replaceAll("$1-$2")
                .replace('_', '-')
                .toLowerCase(Locale.ROOT));
    }
}
