package symposium.pages;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** The rules of writing that a program can see, on one page. */
final class PageStyle {

    private static final int COLUMNS_OF_PROSE = 100;
    private static final int COLUMNS = 120;
    private static final int WORDS_OF_A_SENTENCE = 30;
    private static final int WORDS_OF_A_PARAGRAPH = 80;
    private static final int CHARACTERS_OF_A_CELL = 120;
    private static final int WORDS_UNDER_A_HEADING = 150;

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    /** Their addresses cannot be wrapped. */
    private static final Pattern LONG_BY_NATURE = Pattern.compile("\\[[^]]+]: .*|\\[?!\\[.*");

    private static final Pattern FENCE = Pattern.compile("\\s*```.*");
    private static final Pattern END_OF_SENTENCE = Pattern.compile("(?<=[.!?][)\"]?)\\s+(?=[\"(*]*[A-Z\\u0001])");
    private static final Pattern OPENING = Pattern.compile("(?:What|That of|Those|Of|Where|So|Whoever)\\b.*");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\u0001][\\p{L}\\p{N}\\u0001'’-]*");

    /** A word of prose that may be misspelled: names in code are no prose. */
    private static final Pattern SPELLED = Pattern.compile("\\p{L}+(?:['’]\\p{L}+)?");

    /** Code within a sentence counts as one word. */
    private static final String CODE = "\u0001";

    /** How a habit is found, and the words to write in its place. */
    private static final Map<Pattern, String> HABITS = new LinkedHashMap<>();

    private static void habit(String pattern, String instead) {
        HABITS.put(Pattern.compile("\\b(?:" + pattern + ")\\b", Pattern.CASE_INSENSITIVE), instead);
    }

    static {
        habit("(?:is|are|was|were|be|been) told", "receives, gets, is notified");
        habit("(?:log|page|table|guide|line|message|column|report|program) (?:says|tells)", "lists, shows, reports");
        habit("(?<!there )(?:is|are|was|were) no (?!\\w+er\\b)(?!more)(?!less)\\w+", "is not a");
        habit("of (?:its|their|one's|your) own", "its own, a separate");
        habit("besides|beside", "compared with, next to, also");
        habit("whose|of which|to whom|of whom", "two sentences");
        habit("nobody|somebody|anybody|whoever", "the thing or the person by name");
        habit("go on|goes on|went on|going on", "continue");
        habit("at (?:a|the|each|its|this|that|another|every) node", "on a node");
        habit("stands in|stands still|stood still|stand still", "is in; pauses");
        habit("in good order", "gracefully");
        habit("for ever", "forever");
        habit("mends?|mended", "fix");
        habit("gives? back|given back", "release");
        habit("virtual machines?", "JVM");
        habit("admits?|admitted", "allows");
        habit("(?:is|are) expected", "must be");
        habit("goes without", "cannot be combined with");
        habit("the former", "the previous, or its name");
        habit("as above|ditto", "the value again");
        habit("suspensions?|suspended for", "pause");
    }

    private static final Pattern WITH_S = Pattern.compile("\\p{Ll}{2,}(?:is(?:e|ed|es|ing|ation)|yse[ds]?)");
    private static final Pattern ALWAYS_WITH_S = Pattern.compile(
            "(?:.*(?:rise|wise|cise|mise|vise|noise|prise|raise|guise|tise|lapse|else|pose|analyse|paralyse)[ds]?"
                    + "|.*(?:ris|cis|mis|vis|pris|rais|advertis)(?:ed|es|ing)|appraise)");

    private final String page;
    private final String text;
    private final Predicate<String> known;
    private final List<String> faults = new ArrayList<>();
    private int words;
    private String heading = "";

    private PageStyle(String page, String text, Predicate<String> known) {
        this.page = page;
        this.text = text;
        this.known = known;
    }

    /**
     * The faults of a page, one a line.
     *
     * @param known whether a word of the page is spelled right
     */
    static List<String> faults(String page, String text, Predicate<String> known) {
        PageStyle style = new PageStyle(page, text, known);
        style.lines();
        style.prose();
        return style.faults;
    }

    private void fault(String fault) {
        faults.add(page + ": " + fault);
    }

    private void lines() {
        if (!text.startsWith("# ")) {
            fault("the first line is not a title");
        }
        boolean inCode = false;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (FENCE.matcher(line).matches()) {
                inCode = !inCode;
            } else if (!inCode && !LONG_BY_NATURE.matcher(line).matches()) {
                int most = line.startsWith("|") ? COLUMNS : COLUMNS_OF_PROSE;
                if (line.length() > most) {
                    fault("line " + number + " has " + line.length() + " columns");
                }
            }
        }
    }

    private void prose() {
        PARSER.parse(text).accept(new AbstractVisitor() {
            @Override
            public void visit(Heading node) {
                underHeading();
                words = 0;
                heading = plain(node);
                habits(heading);
                spelling(heading);
            }

            @Override
            public void visit(Paragraph node) {
                paragraph(plain(node));
            }

            @Override
            public void visit(CustomNode node) {
                if (node instanceof TableCell) {
                    cell(plain(node));
                } else {
                    visitChildren(node);
                }
            }
        });
        underHeading();
    }

    private void underHeading() {
        if (words > WORDS_UNDER_A_HEADING) {
            fault(words + " words under the heading \"" + heading + "\"");
        }
    }

    private void paragraph(String paragraph) {
        int count = count(paragraph);
        words += count;
        if (count > WORDS_OF_A_PARAGRAPH) {
            fault("a paragraph of " + count + " words: " + begin(paragraph));
        }
        if (paragraph.contains(";")) {
            fault("a semicolon: " + begin(paragraph));
        }
        for (String sentence : END_OF_SENTENCE.split(paragraph)) {
            if (count(sentence) > WORDS_OF_A_SENTENCE) {
                fault("a sentence of " + count(sentence) + " words: " + begin(sentence));
            }
            if (OPENING.matcher(sentence).matches() && !sentence.endsWith("?")) {
                fault("a sentence begins with a word that is not its subject: " + begin(sentence));
            }
        }
        habits(paragraph);
        spelling(paragraph);
    }

    private void cell(String cell) {
        if (cell.length() > CHARACTERS_OF_A_CELL) {
            fault("a cell of " + cell.length() + " characters: " + begin(cell));
        }
        if (END_OF_SENTENCE.split(cell).length > 1) {
            fault("a cell with two sentences: " + begin(cell));
        }
        habits(cell);
        spelling(cell);
    }

    private void habits(String prose) {
        for (Map.Entry<Pattern, String> habit : HABITS.entrySet()) {
            Matcher found = habit.getKey().matcher(prose);
            if (found.find()) {
                fault("\"" + found.group() + "\" (write: " + habit.getValue() + "): " + around(prose, found.start()));
            }
        }
    }

    private void spelling(String prose) {
        for (Matcher found = SPELLED.matcher(prose); found.find(); ) {
            String word = found.group().replace('’', '\'').replaceFirst("'s$", "");
            String small = word.toLowerCase(Locale.ROOT);
            if (WITH_S.matcher(small).matches() && !ALWAYS_WITH_S.matcher(small).matches()) {
                fault("\"" + word + "\" is written with z: " + around(prose, found.start()));
            } else if (word.length() > 2 && !known.test(word)) {
                fault("\"" + word + "\" is not a known word: " + around(prose, found.start()));
            }
        }
    }

    private static int count(String prose) {
        return (int) WORD.matcher(prose).results().count();
    }

    private static String begin(String prose) {
        return around(prose, 0);
    }

    private static String around(String prose, int at) {
        String shown = prose.replace(CODE, "...");
        int from = Math.max(0, Math.min(at, shown.length()) - 30);
        return shown.substring(from, Math.min(shown.length(), from + 70));
    }

    /** The text of a node, in which code is one word. */
    private static String plain(Node node) {
        return text(node, code -> CODE);
    }

    /**
     * The text of a node.
     *
     * @param ofCode what stands for code in it
     */
    static String text(Node node, UnaryOperator<String> ofCode) {
        StringBuilder plain = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                plain.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                plain.append(ofCode.apply(code.getLiteral()));
            }

            @Override
            public void visit(SoftLineBreak line) {
                plain.append(' ');
            }
        });
        return plain.toString();
    }
}
