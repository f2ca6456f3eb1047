package symposium.management;

import java.util.Optional;
import symposium.input.PlainText;

/**
 * The ids of requests for which the client chooses none. They are made of a name, and no two of different requests are
 * equal: the id of a lock is its name, and the id of an election begins with {@code election}. A lock whose name looks
 * like one of these ids has an id that begins with {@code lock}. A client cannot choose an id that is reserved so.
 */
final class RequestIds {

    private static final String ELECTION = "election ";
    private static final String LOCK = "lock ";

    private RequestIds() {}

    static String ofLock(String name) {
        return isReserved(name) ? LOCK + name : name;
    }

    static String ofElection(String name) {
        return ELECTION + name;
    }

    private static boolean isReserved(String id) {
        int begin = 0;
        while (id.startsWith(LOCK, begin)) {
            begin += LOCK.length();
        }
        return id.startsWith(ELECTION, begin);
    }

    /**
     * Returns the id of a request that asks for something.
     *
     * @param chosen by the client, if it has chosen one
     * @param usual without that
     * @throws InvalidRequest if the client cannot choose it, or has to
     */
    static String of(Optional<String> chosen, Optional<String> usual) {
        if (chosen.isEmpty() || chosen.equals(usual)) {
            return usual.orElseThrow(() -> new InvalidRequest("request is missing"));
        }
        String id = ClientRequests.id(chosen.get());
        if (isReserved(id)) {
            throw new InvalidRequest("request must not begin with \"election \" or \"lock election \", which"
                    + " begin the usual ids of elections and locks, found " + PlainText.quoted(id));
        }
        return id;
    }

    /**
     * Returns the id of a request that is to end.
     *
     * @param named by the client, if it has named one: any id that an answer has shown
     * @param usual without that
     * @throws InvalidRequest if it cannot be the id of a request
     */
    static String ending(Optional<String> named, Optional<String> usual) {
        String id = named.or(() -> usual).orElseThrow(() -> new InvalidRequest("the parameter request is missing"));
        return usual.equals(Optional.of(id)) || isReserved(id) ? id : ClientRequests.idOrName(id);
    }
}
