package symposium.cluster.lock;

import com.typesafe.config.Config;

/** What a member without the role says while it reaches no node that has it. */
public final class UnreachableHosts {

    private static final String ROLE = "symposium.role";
    private static final String ROLES = "akka.cluster.roles";

    private UnreachableHosts() {}

    /** Why its requests are not served, in one line. */
    public static String why(Config config) {
        return "no node that hosts the service is reachable: those with the role " + config.getString(ROLE) + " ("
                + ROLE
                + ") do, and this member has the roles " + config.getStringList(ROLES) + " (" + ROLES
                + ")";
    }
}
