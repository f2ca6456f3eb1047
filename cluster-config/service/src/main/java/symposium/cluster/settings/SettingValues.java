package symposium.cluster.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import symposium.service.lock.LockService;
import symposium.service.member.InvalidSetting;

/** Reads values of the section {@code symposium}. A value of another kind is an {@link InvalidSetting}. */
final class SettingValues {

    static final String SECTION = "symposium.";

    /** The longest of a setting or a request. Akka's scheduler measures no longer time at its finest resolution. */
    static final Duration LONGEST_DURATION = LockService.LONGEST_LIMIT;

    private SettingValues() {}

    static int number(Config config, String key, int least, int most, String right) {
        int number = read(config, key, right, Config::getInt);
        if (number < least || number > most) {
            throw Hocon.wrong(config, SECTION + key, right);
        }
        return number;
    }

    /** @param path with the name of the section */
    static int atLeast(int least, Config config, String path) {
        return number(
                config,
                path.substring(SECTION.length()),
                least,
                Integer.MAX_VALUE,
                "a whole number, at least " + least);
    }

    static String word(Config config, String key) {
        String right = "a word of letters, digits and hyphens";
        String word = read(config, key, right, Config::getString);
        if (!word.matches("[A-Za-z0-9][A-Za-z0-9-]*")) {
            throw Hocon.wrong(config, SECTION + key, right);
        }
        return word;
    }

    static String choice(Config config, String key, String... words) {
        String last = words[words.length - 1];
        String right =
                "one of the words " + String.join(", ", List.of(words).subList(0, words.length - 1)) + " and " + last;
        String said = read(config, key, right, Config::getString);
        if (!List.of(words).contains(said)) {
            throw Hocon.wrong(config, SECTION + key, right);
        }
        return said;
    }

    static Duration duration(Config config, String key) {
        String right = "a duration above zero, such as 200ms";
        Duration duration = read(config, key, right, Config::getDuration);
        if (duration.isZero() || duration.isNegative()) {
            throw Hocon.wrong(config, SECTION + key, right);
        }
        if (duration.compareTo(LONGEST_DURATION) > 0) {
            throw Hocon.wrong(config, SECTION + key, "at most " + LONGEST_DURATION.toDays() + " days");
        }
        return duration;
    }

    static <T> T read(Config config, String key, String right, BiFunction<Config, String, T> getter) {
        String path = SECTION + key;
        if (!config.hasPath(path)) {
            throw new InvalidSetting(path + " is missing: it is " + right);
        }
        try {
            return getter.apply(config, path);
        } catch (ConfigException unfit) {
            throw Hocon.wrong(config, path, right);
        }
    }
}
