package symposium.management;

import java.util.Optional;
import java.util.Set;
import symposium.service.lock.Claims;

/** All that is read of the body of a request for locks or a leadership, for tests of other packages. */
public final class RequestReading {

    /** The exception that says what is wrong with a request. */
    public static final Class<? extends Exception> REFUSAL = InvalidRequest.class;

    private static final Set<String> KNOWN =
            Set.of("session", "life", "label", "request", "names", "mode", "limit", "value");

    private RequestReading() {}

    /** What a body says, in text. */
    public static String read(String body) {
        ClientRequests request = ClientRequests.of(body, KNOWN);
        StringBuilder said = new StringBuilder();
        for (String id : new String[] {"session", "request"}) {
            request.text(id).map(ClientRequests::id).ifPresent(said::append);
        }
        request.text("value").ifPresent(ClientRequests::value);
        Optional.of(request.seconds("life").toString() + request.seconds("limit"))
                .ifPresent(said::append);
        Claims claims = request.claims();
        said.append(claims).append(request.claims("a name")).append(ClientRequests.leadership("an election"));
        return said.append(ClientRequests.request("id", claims, Optional.empty()))
                .append(ClientRequests.error(body))
                .toString();
    }

    /** What a body says of one name, in text. */
    public static String readOfName(String body) {
        ClientRequests request = ClientRequests.of(body, KNOWN);
        request.text("label");
        return request.required("session") + request.claims(request.required("request")) + request.seconds("limit");
    }
}
