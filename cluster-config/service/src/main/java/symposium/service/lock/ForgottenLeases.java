package symposium.service.lock;

import com.typesafe.config.Config;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.mutex.Fence;
import symposium.service.member.InvalidSetting;

/** Leases that are held but no longer referenced, so the application cannot release them. */
final class ForgottenLeases {

    private static final String SETTING = "symposium.forgotten-leases";
    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    private ForgottenLeases() {}

    /**
     * Returns whether forgotten leases are released.
     *
     * @throws InvalidSetting if the setting is invalid
     */
    static boolean released(Config config) {
        String action = config.getString(SETTING);
        return switch (action) {
            case "release" -> true;
            case "warn" -> false;
            default ->
                throw new InvalidSetting(SETTING + " is " + action + ": it is one of the words release and warn");
        };
    }

    /**
     * Reports a forgotten lease.
     *
     * @param label the label of its owner
     * @return whether to release it
     */
    static boolean found(Claims claims, Fence fence, String label, boolean released) {
        LOG.warn(
                "{} has forgotten its lease of {} under fence {}: nothing refers to it any more, and it has not been"
                        + " released; {}. Release a lease in a try-with-resources statement, or refer to it as long as"
                        + " it is to be held.",
                label,
                claims,
                fence,
                released ? "it is released now" : "it stays held (" + SETTING + ")");
        return released;
    }
}
