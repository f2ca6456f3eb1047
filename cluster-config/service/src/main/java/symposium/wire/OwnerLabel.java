package symposium.wire;

import akka.actor.typed.ActorRef;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import symposium.input.PlainText;

/**
 * Who asked, in words. The label of an owner that is no actor of the application is in its requests, or in the name of
 * its actor, so that every node, the status and the log can show it. The label of an actor is its path.
 */
public final class OwnerLabel {

    /** The greatest length of a label, in characters. */
    public static final int LONGEST = 100;

    /** The greatest length of a label in the name of an actor: each message of a request carries it. */
    private static final int LONGEST_ENCODED = 300;

    private static final String PREFIX = "symposium-owner-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9]+-(.*)");

    private OwnerLabel() {}

    /** Why this cannot be a label, in one line; empty for a valid one. */
    public static Optional<String> invalid(String label) {
        boolean valid = !label.isBlank()
                && label.length() <= LONGEST
                && !PlainText.hasControl(label)
                && !PlainText.isMalformed(label);
        return valid
                ? Optional.empty()
                : Optional.of(PlainText.quoted(label) + " cannot be a label: a label has 1 to " + LONGEST
                        + " characters, is not blank, and has " + PlainText.NO_CONTROL);
    }

    /**
     * The name of the actor of an owner.
     *
     * @param label any text; what cannot be in a label is masked, and what is too long left out
     * @param number another one for each owner of an actor system
     */
    public static String actorName(String label, long number) {
        StringBuilder name = new StringBuilder(PREFIX).append(number).append('-');
        int longest = name.length() + LONGEST_ENCODED;
        for (int point : PlainText.masked(label).codePoints().limit(LONGEST).toArray()) {
            String encoded = URLEncoder.encode(Character.toString(point), StandardCharsets.UTF_8);
            if (name.length() + encoded.length() > longest) {
                break;
            }
            name.append(encoded);
        }
        return name.toString();
    }

    /**
     * The label of the owner of a request.
     *
     * @param label of the request, if it has one
     */
    public static String of(ActorRef<?> owner, Optional<String> label) {
        return label.map(OwnerLabel::fitting).orElseGet(() -> of(owner));
    }

    /**
     * The path of the owner of a request, by which {@link #ofPath} knows its label.
     *
     * @param label of the request, if it has one
     */
    public static String path(ActorRef<?> owner, Optional<String> label) {
        String path = owner.path().toString();
        return label.map(own -> path + "/" + actorName(own, 0)).orElse(path);
    }

    /** A text as a label: what cannot be in one is masked, and what is too long left out. */
    public static String fitting(String any) {
        String masked = PlainText.masked(any);
        return masked.codePointCount(0, masked.length()) <= LONGEST
                ? masked
                : masked.substring(0, masked.offsetByCodePoints(0, LONGEST));
    }

    /** The label of an owner that is an actor. */
    public static String of(ActorRef<?> owner) {
        return ofPath(owner.path().toString());
    }

    /** The label of an owner of this path; the path itself, if the owner is an actor of the application. */
    public static String ofPath(String path) {
        Matcher name = NAME.matcher(path.substring(path.lastIndexOf('/') + 1));
        try {
            return name.matches() ? URLDecoder.decode(name.group(1), StandardCharsets.UTF_8) : path;
        } catch (IllegalArgumentException malformed) {
            // Another node has made it otherwise.
            return path;
        }
    }
}
