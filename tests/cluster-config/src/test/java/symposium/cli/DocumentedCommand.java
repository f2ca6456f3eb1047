package symposium.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import symposium.CodeBlock;
import symposium.Pages;

/**
 * A line of a block of commands in a page.
 *
 * @param page the path of the page, below the root of the checkout
 * @param line its number in the page
 * @param text the line without its comment, with one blank where there are several
 */
record DocumentedCommand(String page, int line, String text) {

    /** All of these languages are written {@code sh}. */
    private static final Set<String> SHELLS = Set.of("bash", "shell", "console", "zsh", "shellsession");

    /** Those of all pages of this checkout. */
    static List<DocumentedCommand> all() {
        List<DocumentedCommand> all = new ArrayList<>();
        for (String page : Pages.all()) {
            all.addAll(of(page, Pages.text(page)));
        }
        return all;
    }

    static List<DocumentedCommand> of(String page, String text) {
        for (String shell : SHELLS) {
            CodeBlock.of(page, text, shell).forEach(block -> {
                throw new IllegalArgumentException(
                        page + ":" + block.line() + ": a block of commands is marked sh, and not " + shell);
            });
        }
        List<DocumentedCommand> commands = new ArrayList<>();
        for (CodeBlock block : CodeBlock.of(page, text, "sh")) {
            for (int index = 0; index < block.lines().size(); index++) {
                String command = plain(block.lines().get(index));
                if (command.endsWith("\\")) {
                    throw new IllegalArgumentException(
                            page + ":" + (block.line() + 1 + index) + ": a command is written in one line");
                }
                if (!command.isEmpty()) {
                    commands.add(new DocumentedCommand(page, block.line() + 1 + index, command));
                }
            }
        }
        return commands;
    }

    private static String plain(String line) {
        return line.replaceFirst("(^|\\s+)#\\s.*", "").strip().replaceAll(" +", " ");
    }
}
