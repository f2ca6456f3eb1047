package symposium.checker.search;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The class files of some classes, and of all that they refer to, known by their bytes.
 *
 * <p>A class refers to those that the constant pool of its file names, its nested classes and the permitted subclasses
 * of a sealed interface included. References into the JDK are not followed.
 */
final class ClassFiles {

    private static final int DIGITS = 32;
    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L([^;<>()\\[]+);");
    /** What comes with the JDK, as most references do; where else it is found is asked of the class loader. */
    private static final List<String> OF_JDK = List.of("java/", "javax/", "jdk/", "sun/");

    private final SortedMap<String, String> digests = new TreeMap<>();
    private final Deque<Reference> open = new ArrayDeque<>();

    /** A class by its name with slashes, as one that has this loader sees it. */
    private record Reference(String path, ClassLoader loader) {}

    private ClassFiles() {}

    /** A digest of each class file, by the name of its class. */
    static SortedMap<String, String> reachable(Collection<Class<?>> roots) {
        ClassFiles files = new ClassFiles();
        roots.forEach(files::open);
        while (!files.open.isEmpty()) {
            files.read(files.open.remove());
        }
        return files.digests;
    }

    /** A digest of some bytes, the same everywhere. */
    static String digest(byte[] bytes) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(sum).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void open(Class<?> root) {
        if (root.getClassLoader() != null) {
            open.add(new Reference(root.getName().replace('.', '/'), root.getClassLoader()));
        }
    }

    private void read(Reference reference) {
        String name = reference.path().replace('/', '.');
        if (digests.containsKey(name) || OF_JDK.stream().anyMatch(reference.path()::startsWith)) {
            return;
        }
        URL file = reference.loader().getResource(reference.path() + ".class");
        // Without a file are classes that are generated, and those of libraries that are not on the class path.
        if (file == null || file.getProtocol().equals("jrt")) {
            return;
        }
        try (InputStream stream = file.openStream()) {
            byte[] bytes = stream.readAllBytes();
            digests.put(name, digest(bytes));
            for (String path : references(bytes)) {
                open.add(new Reference(path, reference.loader()));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    new IOException("the class file of " + name + " cannot be read: " + unreadable, unreadable));
        }
    }

    /** The classes that a class file names, by their names with slashes. */
    private static Set<String> references(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        int[] classes = new int[count];
        int[] descriptors = new int[count];
        for (int at = 1; at < count; at++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[at] = in.readUTF();
                case 7 -> classes[at] = in.readUnsignedShort();
                case 16 -> descriptors[at] = in.readUnsignedShort();
                case 12 -> {
                    in.readUnsignedShort();
                    descriptors[at] = in.readUnsignedShort();
                }
                case 5, 6 -> {
                    in.readLong();
                    at++;
                }
                case 8, 19, 20 -> in.readUnsignedShort();
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 17, 18 -> in.readInt();
                default -> throw new IOException("its constant pool has an entry of the unknown kind " + tag);
            }
        }
        Set<String> found = new TreeSet<>();
        for (int at = 1; at < count; at++) {
            Optional.ofNullable(texts[classes[at]])
                    .filter(name -> !name.startsWith("["))
                    .ifPresent(found::add);
            for (String text : Arrays.asList(texts[classes[at]], texts[descriptors[at]])) {
                if (text != null) {
                    Matcher matcher = IN_DESCRIPTOR.matcher(text);
                    while (matcher.find()) {
                        found.add(matcher.group(1));
                    }
                }
            }
        }
        return found;
    }
}
