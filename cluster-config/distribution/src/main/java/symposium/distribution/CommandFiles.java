package symposium.distribution;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;
import symposium.cli.Main;

/**
 * Writes what is generated from the commands and their options: the script of completion, and in AsciiDoc a page of the
 * manual for each command.
 */
public final class CommandFiles {

    /** The columns of a terminal, less the margins of a page of the manual. */
    private static final int COLUMNS = 72;

    /** The columns of a synopsis: to AsciiDoc, a word in italics that goes on in a second line is none. */
    private static final int UNBROKEN = 10_000;

    private static final String EXIT_STATUS = "// tag::picocli-generated-man-section-exit-status[]\n";
    private static final String END = "// end::picocli-generated-man-section-exit-status[]\n";

    private CommandFiles() {}

    /**
     * Writes the files.
     *
     * @param arguments the directory, which may be missing, and the version
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        CommandLine symposium = Main.program().commandLine();
        Path completion = Files.createDirectories(directory.resolve("completion"));
        Files.writeString(completion.resolve("symposium"), AutoComplete.bash(symposium.getCommandName(), symposium));
        Path pages = Files.createDirectories(directory.resolve("adoc"));
        write(symposium, "Symposium " + arguments[1], pages);
    }

    private static void write(CommandLine command, String version, Path pages) throws IOException {
        CommandSpec spec = command.getCommandSpec();
        // The Java that makes the page is of no interest.
        spec.versionProvider(null);
        spec.version(version);
        command.setUsageHelpWidth(UNBROKEN);
        StringWriter page = new StringWriter();
        ManPageGenerator.writeSingleManPage(new PrintWriter(page), spec);
        Files.writeString(pages.resolve(spec.qualifiedName("-") + ".adoc"), ofThisProject(page.toString(), command));
        for (CommandLine each : command.getSubcommands().values()) {
            write(each, version, pages);
        }
    }

    /**
     * A page with what else would not be as in the help: options that have a letter alone and a value, links that are
     * references to pages, what is no markup of AsciiDoc, and the exit codes of every command.
     */
    private static String ofThisProject(String page, CommandLine command) {
        command.setUsageHelpWidth(COLUMNS);
        String codes = command.getHelpSectionMap()
                .get(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST)
                .render(command.getHelp());
        String before = page.substring(0, page.indexOf(EXIT_STATUS))
                .replaceAll("(?m)^(\\*-\\w\\*), (_\\S+_::)$", "$1=$2")
                .replaceAll("xref:(\\S+)\\.adoc\\[\\S+]::", "*$1*(1)::")
                .replaceAll("(\\w:\\w+)\\[", "$1{empty}[")
                .replace("]_", "{endsb}_")
                .replaceAll("(?<= )--(?= )|https?://", "\\\\$0");
        String after = page.substring(page.indexOf(END));
        return before + EXIT_STATUS + "== Exit status\n\n....\n" + codes + "....\n" + after;
    }
}
