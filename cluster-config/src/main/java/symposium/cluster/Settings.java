package symposium.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiFunction;
import symposium.actor.Timings;

/**
 * What a node is told by its configuration, section {@code symposium}.
 *
 * @param process the number of this node's process, from 0 to {@code processes} - 1
 * @param processes how many processes there are when all are up, at least 1
 * @param role the role of the members that take part
 * @param algorithm the algorithm's name in the catalogue
 * @param firstGeneration tokens issued with this process taking part are of a higher generation, 0 or more; empty for the seconds since 1970
 * @param formationTimeout how long to wait for a majority, positive
 * @param timings how long the algorithm's timers last
 * @param hurried how long they last after a change of the membership
 * @param hurry for how long after it, not negative
 */
public record Settings(
        int process,
        int processes,
        String role,
        String algorithm,
        OptionalLong firstGeneration,
        Duration formationTimeout,
        Timings timings,
        Timings hurried,
        Duration hurry) {

    private static final String SECTION = "symposium.";
    private static final String DEFAULT = "default";
    private static final String CLOCK = "clock";

    /**
     * Reads and checks the settings.
     *
     * @param config the whole configuration of the actor system, resolved
     * @throws InvalidSetting for the first setting that is missing or wrong
     */
    public static Settings from(Config config) {
        int processes = number(config, "processes", 1, Integer.MAX_VALUE, "a whole number, at least 1");
        int process = number(
                config,
                "process",
                0,
                processes - 1,
                "a whole number from 0 to " + (processes - 1) + ", symposium.processes - 1");
        Map<String, Duration> timers = timers(config, "timers");
        Map<String, Duration> hurried = new TreeMap<>(timers);
        hurried.putAll(timers(config, "timers-after-departure"));
        Duration otherwise = timers.get(DEFAULT);
        if (otherwise == null) {
            throw new InvalidSetting("symposium.timers.default is missing: it is a duration above zero, such as 200ms");
        }
        return new Settings(
                process,
                processes,
                word(config, "role"),
                word(config, "algorithm"),
                firstGeneration(config),
                duration(config, "formation-timeout"),
                Timings.named(timers, otherwise),
                Timings.named(hurried, otherwise),
                duration(config, "hurry"));
    }

    /** How many processes are a majority. */
    public int majority() {
        return processes / 2 + 1;
    }

    private static int number(Config config, String key, int least, int most, String right) {
        int number = read(config, key, right, Config::getInt);
        if (number < least || number > most) {
            throw wrong(config, SECTION + key, right);
        }
        return number;
    }

    private static String word(Config config, String key) {
        String right = "a word of letters, digits and hyphens";
        String word = read(config, key, right, Config::getString);
        if (!word.matches("[A-Za-z0-9][A-Za-z0-9-]*")) {
            throw wrong(config, SECTION + key, right);
        }
        return word;
    }

    private static OptionalLong firstGeneration(Config config) {
        String key = "first-generation";
        String right = "the word " + CLOCK + ", or a whole number from 0";
        String said = read(config, key, right, Config::getString);
        if (said.equals(CLOCK)) {
            return OptionalLong.empty();
        }
        if (!said.matches("[0-9]{1,10}")) {
            throw wrong(config, SECTION + key, right);
        }
        return OptionalLong.of(Long.parseLong(said));
    }

    private static Duration duration(Config config, String key) {
        String right = "a duration above zero, such as 200ms";
        Duration duration = read(config, key, right, Config::getDuration);
        if (duration.isZero() || duration.isNegative()) {
            throw wrong(config, SECTION + key, right);
        }
        return duration;
    }

    private static Map<String, Duration> timers(Config config, String section) {
        Map<String, Duration> timers = new TreeMap<>();
        for (String name : read(config, section, "a section of durations", Config::getObject)
                .keySet()) {
            timers.put(name, duration(config, ConfigUtil.joinPath(section, name)));
        }
        return timers;
    }

    private static <T> T read(Config config, String key, String right, BiFunction<Config, String, T> getter) {
        String path = SECTION + key;
        if (!config.hasPath(path)) {
            throw new InvalidSetting(path + " is missing: it is " + right);
        }
        try {
            return getter.apply(config, path);
        } catch (ConfigException unfit) {
            throw wrong(config, path, right);
        }
    }

    private static InvalidSetting wrong(Config config, String path, String right) {
        return new InvalidSetting(path + " is " + config.getValue(path).render() + " ("
                + config.getValue(path).origin().description() + "): it is " + right);
    }
}
