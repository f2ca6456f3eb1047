package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of memory, as a user writes it.
 *
 * @param text the text, as for -Xmx: {@code 4g}, {@code 512m}
 * @param bytes the number of bytes
 */
public record MemorySize(String text, long bytes) {

    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})([kmg])");

    /** @throws BadInput if the text is no size */
    static MemorySize of(String text) {
        Matcher size = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new BadInput(quoted(text) + ": must be an amount of memory, a number with k, m or g, as in 4g");
        }
        int shift = 10 * (1 + "kmg".indexOf(size.group(2)));
        return new MemorySize(text, Long.parseLong(size.group(1)) << shift);
    }

    /**
     * Makes sure that the heap has about this size, which it has from its start on.
     *
     * @throws BadInput if it has not
     */
    public void requireHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        if (heap < bytes * 9 / 10 || heap > bytes + bytes / 10) {
            throw new BadInput(
                    "--memory %s: the heap has %,d MiB, and its size is given when java starts: bin/symposium does so,"
                            + " or java -Xmx%s",
                    text, heap >> 20, text);
        }
    }
}
