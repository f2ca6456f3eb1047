package symposium.web;

/** Text in HTML. */
public final class Html {

    private Html() {}

    /** A text that has no markup. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
