package symposium.checker.search;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import symposium.checker.search.BreadthFirstSearch.Counts;
import symposium.checker.space.StateSpace;
import symposium.checker.store.LongSequence;
import symposium.checker.store.ParentSequence;
import symposium.checker.store.RowLayout;
import symposium.checker.store.StateStore;
import symposium.checker.store.StoreMemory;
import symposium.checker.store.WordTable;

/**
 * The states found by an exploration, in a file.
 *
 * <p>The numbers in the rows stand for records of the algorithm's author, which cannot be written. Instead the file has
 * the questions that were asked of the protocol and the problem, in their order, some of them for each distinct local
 * situation: asked again in this order they give each record the same number.
 */
public final class Checkpoint {

    private static final long MAGIC = 0x53594d504f534933L;
    /** With names only of what was explored. */
    private static final long MAGIC_OF_NAMES = 0x53594d504f534932L;

    private static final int BUFFER = 1 << 16;
    /** What one computation gives numbers to is far less than this: states, messages, contents and links. */
    private static final long PER_COMPUTATION = 1 << 12;

    private static final String ANEW = "; delete this file to start again, or continue with the version that wrote it";

    private static final String UNFIT = "its parts do not fit together";

    private Checkpoint() {}

    /**
     * Replaces the file. It is on the disk, or is the former one, whatever happens meanwhile.
     *
     * @param identity what is explored: the file serves nothing else
     * @param levels where each level of the search begins, if who goes on has to know
     */
    static void write(
            Path file, ModelIdentity identity, StateSpace<?, ?, ?, ?, ?> space, Counts counts, LongSequence levels)
            throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        try (FileOutputStream disk = new FileOutputStream(unfinished.toFile())) {
            CheckedOutputStream sum = new CheckedOutputStream(new BufferedOutputStream(disk, BUFFER), new CRC32C());
            DataOutputStream out = new DataOutputStream(sum);
            out.writeLong(MAGIC);
            write(out, identity);
            out.writeLong(sum.getChecksum().getValue());
            write(out, counts);
            write(out, levels);
            write(out, space.cache().tested());
            write(out, space.journal());
            out.writeLong(space.numbered());
            write(out, space.layout().widths());
            write(out, space.layout().owners());
            write(out, space.layout().word());
            StateStore store = space.store();
            out.writeInt(store.nodes());
            for (int node = 0; node < store.nodes(); node++) {
                write(out, store.table(node).stored());
            }
            write(out, store.parents().bits());
            out.writeLong(store.parents().length());
            out.writeLong(sum.getChecksum().getValue());
            out.flush();
            disk.getFD().sync();
        } catch (IOException failed) {
            Files.deleteIfExists(unfinished);
            throw failed;
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Takes the states of a file into a space that has only its initial state.
     *
     * @param identity what is explored now
     * @param rules the number of rules that can fire
     * @param levels receives the levels that were written
     * @return the counts
     * @throws IOException if the file cannot be read, or is no checkpoint, or one of something else, or not whole
     */
    static Counts read(
            Path file, ModelIdentity identity, StateSpace<?, ?, ?, ?, ?> space, int rules, LongSequence levels)
            throws IOException {
        long most = Files.size(file);
        try (CheckedInputStream sum =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER), new CRC32C())) {
            DataInputStream in = new DataInputStream(sum);
            long magic = in.readLong();
            if (magic == MAGIC_OF_NAMES) {
                throw new IOException(file
                        + " was written by an earlier version, which did not record the links and the code" + ANEW);
            }
            if (magic != MAGIC) {
                throw new IOException(file + " is not a checkpoint of an exploration");
            }
            ModelIdentity found = readIdentity(in, most);
            requireSum(file, sum, in);
            Optional<String> difference = identity.difference(found);
            if (difference.isPresent()) {
                throw new IOException(file + " is a checkpoint of another exploration: " + difference.get() + ANEW);
            }
            Counts counts = readCounts(in, most);
            LongSequence written = readLongs(in, new LongSequence(), most);
            boolean[] tested = readFlags(in, most);
            int[] journal = readInts(in, most);
            long numbered = in.readLong();
            int[] widths = readInts(in, most);
            int[] owners = readInts(in, most);
            int[] word = readInts(in, most);
            StoreMemory memory = space.store().memory();
            List<LongSequence> nodes = new ArrayList<>();
            for (long left = length(in.readInt(), most); left > 0; left--) {
                nodes.add(readLongs(in, memory.words(), most));
            }
            LongSequence bits = readLongs(in, memory.words(), most);
            long length = in.readLong();
            requireSum(file, sum, in);
            if (counts.fired().length != rules
                    || tested.length != space.cache().tested().length
                    || !fit(widths, owners, word)
                    || length < 0
                    || length > bits.size() * Long.SIZE) {
                throw new InvalidObjectException(UNFIT);
            }
            List<WordTable> tables = new ArrayList<>();
            nodes.forEach(words -> tables.add(new WordTable(memory, words)));
            space.restore(
                    new RowLayout(widths, owners, word),
                    new StateStore(tables, memory, new ParentSequence(bits, length)));
            if (!replays(space, journal, numbered)) {
                throw new IOException(file + " was written by another version of the algorithm, which has other steps");
            }
            System.arraycopy(tested, 0, space.cache().tested(), 0, tested.length);
            for (long at = 0; at < written.size(); at++) {
                levels.add(written.get(at));
            }
            return counts;
        } catch (EOFException early) {
            throw new IOException(file + " is damaged: it ends too early", early);
        } catch (InvalidObjectException | UTFDataFormatException | RuntimeException unfit) {
            throw new IOException(file + " is damaged: " + UNFIT, unfit);
        }
    }

    /** What has been read so far is what was written, as the sum that follows says. */
    private static void requireSum(Path file, CheckedInputStream sum, DataInputStream in) throws IOException {
        long expected = sum.getChecksum().getValue();
        if (in.readLong() != expected) {
            throw new IOException(file + " is damaged: its checksum is another one");
        }
    }

    /** Whether each slot has a width, an owner and a word, of which there are not many more than slots. */
    private static boolean fit(int[] widths, int[] owners, int[] word) {
        return owners.length == widths.length
                && word.length == widths.length
                && Arrays.stream(widths).allMatch(width -> width >= 0 && width <= Long.SIZE)
                && Arrays.stream(word).allMatch(each -> each >= 0 && each <= 2 * widths.length);
    }

    /** A length that a file of this many bytes can have. */
    private static long length(long length, long most) throws IOException {
        if (length < 0 || length > most) {
            throw new InvalidObjectException(UNFIT);
        }
        return length;
    }

    /** Whether the questions have as many different answers as before. */
    private static boolean replays(StateSpace<?, ?, ?, ?, ?> space, int[] journal, long numbered) {
        int known = space.journal().length;
        long most = PER_COMPUTATION * (journal.length + 1L);
        if (Arrays.stream(journal).anyMatch(number -> number < 0 || number > most)) {
            return false;
        }
        if (known > journal.length || !Arrays.equals(space.journal(), 0, known, journal, 0, known)) {
            return false;
        }
        try {
            space.replay(Arrays.copyOfRange(journal, known, journal.length));
            return space.numbered() == numbered;
        } catch (RuntimeException impossible) {
            // What was asked of the one version need not make sense to the other.
            return false;
        }
    }

    private static void write(DataOutputStream out, ModelIdentity identity) throws IOException {
        out.writeUTF(identity.subject());
        out.writeInt(identity.parts().size());
        for (ModelIdentity.Part part : identity.parts()) {
            out.writeUTF(part.difference());
            out.writeUTF(part.value());
        }
    }

    private static ModelIdentity readIdentity(DataInputStream in, long most) throws IOException {
        String subject = in.readUTF();
        List<ModelIdentity.Part> parts = new ArrayList<>();
        for (long left = length(in.readInt(), most); left > 0; left--) {
            parts.add(new ModelIdentity.Part(in.readUTF(), in.readUTF()));
        }
        return new ModelIdentity(subject, parts);
    }

    private static void write(DataOutputStream out, Counts counts) throws IOException {
        out.writeInt(counts.head());
        out.writeInt(counts.level());
        out.writeInt(counts.depth());
        out.writeLong(counts.transitions());
        out.writeInt(counts.fired().length);
        for (long times : counts.fired()) {
            out.writeLong(times);
        }
        out.writeLong(counts.nanos());
    }

    private static Counts readCounts(DataInputStream in, long most) throws IOException {
        int head = in.readInt();
        int level = in.readInt();
        int depth = in.readInt();
        long transitions = in.readLong();
        long[] fired = new long[(int) length(in.readInt(), most)];
        for (int rule = 0; rule < fired.length; rule++) {
            fired[rule] = in.readLong();
        }
        return new Counts(head, level, depth, transitions, fired, in.readLong());
    }

    private static void write(DataOutputStream out, boolean[] flags) throws IOException {
        out.writeInt(flags.length);
        for (boolean flag : flags) {
            out.writeBoolean(flag);
        }
    }

    private static boolean[] readFlags(DataInputStream in, long most) throws IOException {
        boolean[] flags = new boolean[(int) length(in.readInt(), most)];
        for (int flag = 0; flag < flags.length; flag++) {
            flags[flag] = in.readBoolean();
        }
        return flags;
    }

    private static void write(DataOutputStream out, int[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (int number : numbers) {
            out.writeInt(number);
        }
    }

    private static int[] readInts(DataInputStream in, long most) throws IOException {
        int[] numbers = new int[(int) length(in.readInt(), most)];
        for (int at = 0; at < numbers.length; at++) {
            numbers[at] = in.readInt();
        }
        return numbers;
    }

    private static void write(DataOutputStream out, LongSequence words) throws IOException {
        out.writeLong(words.size());
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        for (long at = 0; at < words.size(); at++) {
            buffer.putLong(words.get(at));
            if (!buffer.hasRemaining() || at + 1 == words.size()) {
                out.write(buffer.array(), 0, buffer.position());
                buffer.clear();
            }
        }
    }

    private static LongSequence readLongs(DataInputStream in, LongSequence words, long most) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        for (long left = length(in.readLong(), most); left > 0; left -= buffer.limit() / Long.BYTES) {
            buffer.clear();
            buffer.limit((int) Math.min(BUFFER, left * Long.BYTES));
            in.readFully(buffer.array(), 0, buffer.limit());
            while (buffer.hasRemaining()) {
                words.add(buffer.getLong());
            }
        }
        return words;
    }
}
