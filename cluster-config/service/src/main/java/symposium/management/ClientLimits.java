package symposium.management;

import com.typesafe.config.Config;
import symposium.service.member.InvalidSetting;

/**
 * What clients can take of the connections of a node. The rest is for renewals and for probes: a node whose probes are
 * not answered is restarted.
 *
 * @param streams how many streams of events are open at most
 * @param waiting how many requests for locks and elections wait for their answers at most
 * @param bytes the greatest size of a body
 */
record ClientLimits(int streams, int waiting, long bytes) {

    static final String STREAMS = "symposium.clients.most-streams";
    static final String WAITING = "symposium.clients.most-waiting";
    private static final String CONNECTIONS = "akka.http.server.max-connections";

    /** How many connections are left at least. */
    private static final int ROOM = 100;

    /**
     * Returns the limits of these settings.
     *
     * @throws InvalidSetting if they are wrong, or together leave no room for others
     */
    static ClientLimits of(Config config) {
        int streams = atLeast(0, config, STREAMS);
        int waiting = atLeast(1, config, WAITING);
        int connections = config.getInt(CONNECTIONS);
        if ((long) streams + waiting > connections - ROOM) {
            throw new InvalidSetting(STREAMS + " and " + WAITING + " must together be at most " + CONNECTIONS + " - "
                    + ROOM + " = " + (connections - ROOM) + ", so that probes are answered, found " + streams + " + "
                    + waiting + " = " + ((long) streams + waiting) + ": lower these, or raise " + CONNECTIONS);
        }
        return new ClientLimits(streams, waiting, config.getBytes("symposium.clients.most-bytes"));
    }

    private static int atLeast(int least, Config config, String setting) {
        int value = config.getInt(setting);
        if (value < least) {
            throw new InvalidSetting(setting + " must be at least " + least + ", found " + value);
        }
        return value;
    }
}
