package symposium.arbitration.resources;

import java.nio.charset.StandardCharsets;
import java.util.Collection;

/**
 * At most how many bytes parts of messages take when they are written as CBOR. Messages of bounded size are made by
 * these; nothing breaks where one takes less.
 */
public final class WrittenSize {

    /** Of a fence. */
    public static final int FENCE = 40;

    /** Of the number of a part. */
    public static final int PART = 16;

    /** Of a request in a status, beside its id, its owner and its set of names. */
    public static final int ENTRY = 96;

    private static final int BESIDE_NAME = 20;
    private static final int BESIDE_SET = 64;

    private WrittenSize() {}

    /** Of a text. */
    public static long ofText(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Of a set of names, each with its mode. */
    public static long ofNames(Collection<String> names) {
        return BESIDE_SET
                + names.stream().mapToLong(name -> ofText(name) + BESIDE_NAME).sum();
    }
}
