package symposium.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import symposium.CodeBlock;

/**
 * A line of a block of commands in a page.
 *
 * @param page the path of the page, below the root of the checkout
 * @param line its number in the page
 * @param text the line without its comment, with one blank where there are several
 */
record DocumentedCommand(String page, int line, String text) {

    private static final Set<String> NO_PAGES = Set.of("target", ".git", "src");

    /** All of these languages are written {@code sh}. */
    private static final Set<String> SHELLS = Set.of("bash", "shell", "console", "zsh", "shellsession");

    /** Those of all pages of this checkout. */
    static List<DocumentedCommand> all() throws IOException {
        List<DocumentedCommand> all = new ArrayList<>();
        for (String page : pages()) {
            all.addAll(of(page, Files.readString(CodeBlock.root().resolve(page))));
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

    private static List<String> pages() throws IOException {
        Path root = CodeBlock.root();
        List<String> pages = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NO_PAGES.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    pages.add(root.relativize(file).toString());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages;
    }
}
