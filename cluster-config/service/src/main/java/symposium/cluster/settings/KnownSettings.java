package symposium.cluster.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.service.member.InvalidSetting;

/** The settings that {@code reference.conf} documents: any other below {@code symposium} is an error of the writer. */
final class KnownSettings {

    private static final String SECTION = "symposium";

    /** Sections whose keys are Akka's, are checked by themselves, or belong to a profile such as symposium-tls.conf. */
    private static final Set<String> OPEN = Set.of(
            SECTION + ".timers",
            SECTION + ".timers-after-departure",
            SECTION + ".dispatcher",
            SECTION + ".callbacks-dispatcher",
            SECTION + ".transport-dispatcher",
            SECTION + ".lease",
            SECTION + ".tls");

    private KnownSettings() {}

    /**
     * System properties do not count: a program may have others that begin with the same word.
     *
     * @throws InvalidSetting for the first setting that is not known, with the known one that is most like it
     */
    static void check(Config config) {
        if (config.hasPath(SECTION)) {
            if (!(config.getValue(SECTION) instanceof ConfigObject said)) {
                throw new InvalidSetting(SECTION + " must be a section of settings ("
                        + config.getValue(SECTION).origin().description() + ")");
            }
            check(SECTION, said, reference());
        }
    }

    private static ConfigObject reference() {
        return ConfigFactory.defaultReferenceUnresolved().getObject(SECTION);
    }

    private static void check(String section, ConfigObject said, ConfigObject known) {
        SortedMap<String, ConfigValue> sorted = new TreeMap<>(said);
        for (Map.Entry<String, ConfigValue> each : sorted.entrySet()) {
            String path = section + "." + ConfigUtil.joinPath(each.getKey());
            ConfigValue reference = known.get(each.getKey());
            String origin = each.getValue().origin().description();
            if (reference == null && !OPEN.contains(path) && !origin.contains("system properties")) {
                throw new InvalidSetting(path + " (" + origin + ") is not a setting; the most similar one is " + section
                        + "." + mostLike(each.getKey(), known.keySet()));
            }
            if (each.getValue() instanceof ConfigObject inner
                    && reference instanceof ConfigObject innerKnown
                    && !OPEN.contains(path)) {
                check(path, inner, innerKnown);
            }
        }
    }

    /** Which of the known words an unknown one may be meant to be, in a clause; empty when it is like none. */
    static Optional<String> meant(String word, Set<String> known) {
        String like = mostLike(word, known);
        return Optional.of("the most similar one is " + like)
                .filter(clause -> distance(word, like) <= Math.max(word.length(), like.length()) / 2);
    }

    private static String mostLike(String key, Set<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(each -> distance(key, each))
                        .thenComparing(Comparator.comparingInt(String::length).reversed())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** How many letters have to be changed, left out or put in (Levenshtein's distance). */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int column = 0; column <= other.length(); column++) {
            row[column] = column;
        }
        for (int letter = 1; letter <= one.length(); letter++) {
            int diagonal = row[0];
            row[0] = letter;
            for (int column = 1; column <= other.length(); column++) {
                int changed = diagonal + (one.charAt(letter - 1) == other.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(changed, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[other.length()];
    }
}
