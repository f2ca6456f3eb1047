package symposium.edition;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the sources for Apache Pekko from those for Akka, of which Pekko is a fork with other names.
 *
 * <p>Five rules suffice for Java, for settings, for poms and for texts:
 *
 * <ol>
 *   <li>{@code com.typesafe.akka}, the group of the artifacts, becomes {@code org.apache.pekko}.
 *   <li>{@code akka.remote.testkit}, which cuts links, becomes {@code
 *       org.apache.pekko.remote.transport.ThrottlerTransportAdapter}, where Pekko has kept it.
 *   <li>A name with a class in it, as {@code akka.actor.typed.ActorRef}, gets the prefix {@code org.apache.pekko}.
 *   <li>Any other {@code akka}, as in {@code akka.cluster.roles} or {@code akka://}, becomes {@code pekko}.
 *   <li>{@code Akka}, as in {@code AkkaJacksonModule} or in a sentence, becomes {@code Pekko}.
 * </ol>
 *
 * <p>They hold for the names of files, too.
 */
public final class PekkoEdition {

    /** Static methods of {@code Direction} are those of the class around it. */
    private static final Pattern CUTS = Pattern.compile("\\bakka\\.remote\\.testkit\\.(Direction\\.)?");

    private static final Pattern CLASS = Pattern.compile("\\bakka((?:\\.[a-z_]\\w*)*)\\.(?=[A-Z])");
    private static final Pattern WORD = Pattern.compile("\\bakka\\b");

    private PekkoEdition() {}

    /** The text of a file for Pekko. */
    public static String of(String text) {
        String groups = text.replace("com.typesafe.akka", "org.apache.pekko");
        String moved = CUTS.matcher(groups).replaceAll("org.apache.pekko.remote.transport.ThrottlerTransportAdapter.");
        String classes = CLASS.matcher(moved).replaceAll("org.apache.pekko$1.");
        return WORD.matcher(classes).replaceAll("pekko").replace("Akka", "Pekko");
    }

    /**
     * Writes the files of directories for Pekko into others. Files that are no text in UTF-8 are copied. A file that is
     * the same as before is not touched, so nothing is compiled again for it.
     *
     * @param args pairs of directories: that of the sources, and that to write, whose former files are removed if they
     *     are none of these
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        if (args.length == 0 || args.length % 2 != 0) {
            throw new IllegalArgumentException("must be pairs of directories: that of the sources, and that to write");
        }
        for (int pair = 0; pair < args.length; pair += 2) {
            write(Path.of(args[pair]), Path.of(args[pair + 1]));
        }
    }

    private static void write(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            throw new IllegalArgumentException("must be the directory of the sources: " + from.toAbsolutePath());
        }
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path written = to.resolve(of(from.relativize(file).toString()));
                byte[] bytes = bytes(file);
                if (!Files.exists(written) || !Arrays.equals(Files.readAllBytes(written), bytes)) {
                    Files.createDirectories(written.getParent());
                    Files.write(written, bytes);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        removeOthers(from, to);
    }

    private static byte[] bytes(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return of(text).getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException binary) {
            return bytes;
        }
    }

    private static void removeOthers(Path from, Path to) throws IOException {
        Set<Path> kept = new HashSet<>();
        try (Stream<Path> files = Files.walk(from)) {
            files.forEach(each -> kept.add(to.resolve(of(from.relativize(each).toString()))));
        }
        try (Stream<Path> files = Files.walk(to)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                if (!kept.contains(each)) {
                    Files.delete(each);
                }
            }
        }
    }
}
