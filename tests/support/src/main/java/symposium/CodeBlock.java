package symposium;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a Markdown page.
 *
 * @param page the path of the page, below the root of the checkout
 * @param line the line of the opening fence, counted from 1
 * @param language the word behind the fence, in lower case
 * @param lines what lies between the fences
 */
public record CodeBlock(String page, int line, String language, List<String> lines) {

    private static final Pattern FENCE = Pattern.compile("\\s*```+\\s*(\\w*).*");

    /** The blocks of a page in one language. */
    public static List<CodeBlock> of(String page, String language) {
        return of(page, Pages.text(page), language);
    }

    /** The blocks of a text in one language. */
    public static List<CodeBlock> of(String page, String text, String language) {
        List<CodeBlock> blocks = new ArrayList<>();
        CodeBlock open = null;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            Matcher fence = FENCE.matcher(line);
            if (!fence.matches()) {
                if (open != null) {
                    open.lines.add(line);
                }
            } else if (open == null) {
                open = new CodeBlock(page, number, fence.group(1).toLowerCase(), new ArrayList<>());
            } else {
                blocks.add(open);
                open = null;
            }
        }
        if (open != null) {
            throw new IllegalArgumentException(page + ":" + open.line + ": the block is not closed");
        }
        return blocks.stream().filter(block -> block.language.equals(language)).toList();
    }

    /** The line of the closing fence. */
    public int end() {
        return line + lines.size() + 1;
    }
}
