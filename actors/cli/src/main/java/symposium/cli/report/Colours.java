package symposium.cli.report;

import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** Whether texts are coloured. */
public final class Colours {

    private Colours() {}

    /** On a terminal that has colours, unless {@code NO_COLOR} is set; always if {@code CLICOLOR_FORCE} is set. */
    public static Ansi ansi() {
        return ansi(System.getenv());
    }

    static Ansi ansi(Map<String, String> environment) {
        boolean dumb = "dumb".equals(environment.get("TERM")) && !environment.containsKey("CLICOLOR_FORCE");
        return dumb ? Ansi.OFF : Ansi.AUTO;
    }
}
