package symposium.cluster.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import symposium.service.member.InvalidSetting;

/**
 * Whether and where a node logs what its processes do.
 *
 * @param directory of the files; empty when there is no log
 * @param size of a file when it is put aside, in bytes; 0 for no limit
 * @param states whether lines have the state after the step
 */
public record EventLogSettings(Optional<Path> directory, long size, boolean states) {

    private static final String SECTION = "symposium.event-log.";
    private static final String DIRECTORY = SECTION + "directory";
    private static final String SIZE = SECTION + "size";
    private static final String STATES = SECTION + "states";
    private static final long LEAST = 4096;

    /**
     * Reads and checks the settings.
     *
     * @throws InvalidSetting for the first setting that is wrong
     */
    public static EventLogSettings of(Config config) {
        Hocon.said(config, DIRECTORY);
        return new EventLogSettings(directory(config), size(config), states(config));
    }

    private static Optional<Path> directory(Config config) {
        try {
            String said = config.getString(DIRECTORY);
            return said.equals("off") || said.equals("false") ? Optional.empty() : Optional.of(Path.of(said));
        } catch (ConfigException | InvalidPathException unfit) {
            throw Hocon.wrong(config, DIRECTORY, "the word off, or the name of a directory");
        }
    }

    private static long size(Config config) {
        try {
            long size = config.getBytes(SIZE);
            if (size == 0 || size >= LEAST) {
                return size;
            }
        } catch (ConfigException unreadable) {
            throw wrongSize(config);
        }
        throw wrongSize(config);
    }

    private static InvalidSetting wrongSize(Config config) {
        return Hocon.wrong(config, SIZE, "a number of bytes, 0 or at least 4 KiB, such as 100 MiB");
    }

    private static boolean states(Config config) {
        try {
            return config.getBoolean(STATES);
        } catch (ConfigException unfit) {
            throw Hocon.wrong(config, STATES, "on or off");
        }
    }
}
