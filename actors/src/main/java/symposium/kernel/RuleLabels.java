package symposium.kernel;

import java.util.Locale;
import java.util.regex.Pattern;

/** The labels of rules, by their names: see {@link Rule#label}. */
final class RuleLabels {

    private static final Pattern NUMBERED = Pattern.compile("^([A-Z]+)([0-9]+)_.+");
    private static final Pattern BREAK = Pattern.compile("_");

    private RuleLabels() {}

    static String of(String name) {
        String label = NUMBERED.matcher(name).replaceFirst("$1_$2").toLowerCase(Locale.ROOT);
        return BREAK.matcher(label).replaceFirst(".").replace('_', '-');
    }
}
