package symposium.cli.report;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** An output that notices when its reader has closed it, as the reader of a pipe may do. */
public final class StandardOutput extends FilterOutputStream {

    /** What POSIX calls EPIPE in English; translations that name the pipe at all put these words in brackets. */
    private static final String BROKEN_PIPE = "broken pipe";

    private final Runnable onClosed;

    private volatile boolean closed;

    /** @param onClosed what to do, once, when the reader has closed the output; must not write */
    public StandardOutput(OutputStream out, Runnable onClosed) {
        super(out);
        this.onClosed = onClosed;
    }

    /** Whether a write has failed because the reader has closed the output. */
    public boolean closed() {
        return closed;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException failure) {
            if (!closed
                    && String.valueOf(failure.getMessage())
                            .toLowerCase(Locale.ROOT)
                            .contains(BROKEN_PIPE)) {
                closed = true;
                onClosed.run();
            }
            throw failure;
        }
    }
}
