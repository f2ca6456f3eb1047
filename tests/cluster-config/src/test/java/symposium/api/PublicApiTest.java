package symposium.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import symposium.Golden;
import symposium.Pages;
import symposium.kernel.Protocol;
import symposium.service.Symposium;
import symposium.testkit.LocksTestKit;

/**
 * The signature of the public API is kept, so that no change of it goes unrecorded: what applications call, what their
 * unit tests call, what an algorithm of one's own is written against, and what these mention. A deliberate change is
 * recorded by {@code mvn test -Dtest=PublicApiTest -Dsymposium.golden=write}, and by a line in the changelog.
 */
@Tag("fast")
class PublicApiTest {

    private static final Pattern TOP_LEVEL =
            Pattern.compile("(?m)^(?:public |final |sealed |abstract )*(?:class|interface|record|enum) ");

    /** The parts of the API, each with a file of its own. */
    enum Part {
        SERVICE,
        TESTKIT,
        KERNEL,
        /** What the others mention and is in none of them. */
        MENTIONED;

        String golden() {
            return "symposium/api/" + name().toLowerCase(Locale.ROOT) + ".txt";
        }

        PublicApi signature() throws IOException {
            return switch (this) {
                case SERVICE -> PublicApi.ofPackage(Symposium.class, "symposium.service");
                case TESTKIT -> PublicApi.ofPackage(LocksTestKit.class, "symposium.testkit");
                case KERNEL -> PublicApi.ofPackage(Protocol.class, "symposium.kernel");
                case MENTIONED ->
                    PublicApi.together(SERVICE.signature(), TESTKIT.signature(), KERNEL.signature())
                            .mentioned(each -> each.getName().startsWith("symposium."));
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void noChangeOfTheApiIsUnrecorded(Part part) throws IOException {
        String current = part.signature().text();
        String kept = Golden.kept(part.golden(), current);
        List<String> changes = PublicApi.changes(kept, current);
        assertEquals(
                List.of(),
                changes,
                () -> "the public API is not as kept in " + part.golden() + ":\n" + String.join("\n", changes)
                        + "\nA line with '-' is an incompatible change. What is deliberate is recorded with"
                        + " -Dsymposium.golden=write.\n");
        assertEquals(kept, current);
    }

    @Test
    void everyTypeOfTheApiSaysSinceWhen() throws IOException {
        List<String> without = new ArrayList<>();
        int all = 0;
        for (String directory :
                List.of("service/src/main/java/symposium/service", "testkit/src/main/java/symposium/testkit")) {
            try (Stream<Path> files =
                    Files.walk(Pages.root().resolve("cluster-config").resolve(directory))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                        .filter(each -> !each.endsWith("package-info.java"))
                        .toList()) {
                    String source = Files.readString(file);
                    if (isPublic(source)) {
                        all++;
                        if (!saysSince(source)) {
                            without.add(file.toString());
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), without);
        assertTrue(all > 30, "types: " + all);
        assertTrue(isPublic("/** A. */\npublic final class A {}") && !isPublic("/** A. */\nfinal class A {}"));
        assertTrue(!saysSince("/** A. */\npublic class A {\n    /** @since 1.0 */\n    void a() {}\n}"));
    }

    private static boolean isPublic(String source) {
        var type = TOP_LEVEL.matcher(source);
        return type.find() && type.group().startsWith("public ");
    }

    private static boolean saysSince(String source) {
        var type = TOP_LEVEL.matcher(source);
        return type.find()
                && Pattern.compile("(?m)^ \\* @since \\d+\\.\\d+$")
                        .matcher(source.substring(0, type.start()))
                        .find();
    }

    /** A check that cannot fail holds nothing. */
    @Test
    void whatIsRemovedAddedOrOtherwiseIsFound(@TempDir Path directory) throws Exception {
        String before = """
                package planted;
                public class Api<T extends Comparable<T>> {
                    public static final int LIMIT = 1;
                    public record Pair(int one, java.util.List<String> two) {}
                    public enum Shade { LIGHT, DARK }
                    protected Api() {}
                    public <E extends Exception> T most(java.util.List<? extends T> of, T... more) throws E { return null; }
                    public void again(int times) {}
                    @Deprecated public void former() {}
                    void inside() {}
                    private static class Hidden { public void unseen() {} }
                }
                """;
        String signature = signature(directory.resolve("before"), before);
        assertEquals("""
                public class planted.Api<T extends java.lang.Comparable<T>>
                    deprecated public void former()
                    protected new()
                    public <E extends java.lang.Exception> T most(java.util.List<? extends T>, T...) throws E
                    public static final int LIMIT
                    public void again(int)
                public final record planted.Api$Pair(int one, java.util.List<java.lang.String> two)
                    public int one()
                    public java.util.List<java.lang.String> two()
                    public new(int, java.util.List<java.lang.String>)
                public enum planted.Api$Shade
                    public static final planted.Api$Shade DARK
                    public static final planted.Api$Shade LIGHT
                """, signature);
        assertEquals(
                List.of("- planted.Api { public void again(int) }"),
                changes(directory, "removed", signature, before, "    public void again(int times) {}\n", ""));
        assertEquals(
                List.of("- planted.Api { public void again(int) }", "+ planted.Api { public void again(long) }"),
                changes(directory, "otherwise", signature, before, "again(int", "again(long"));
        assertEquals(
                List.of("+ planted.Api { public void inside() }"),
                changes(directory, "added", signature, before, "    void inside", "    public void inside"));
        assertEquals(
                List.of(), changes(directory, "hidden", signature, before, "public void unseen", "public void other"));
    }

    private static List<String> changes(
            Path directory, String name, String signature, String source, String from, String to) throws Exception {
        assertTrue(source.contains(from), from);
        return PublicApi.changes(signature, signature(directory.resolve(name), source.replace(from, to)));
    }

    private static String signature(Path directory, String source) throws Exception {
        Path file = Files.createDirectories(directory).resolve("Api.java");
        Files.writeString(file, source);
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                new ByteArrayOutputStream(),
                                "-nowarn",
                                "-Xlint:none",
                                "-d",
                                directory.toString(),
                                file.toString()));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
            List<Class<?>> types = List.of(loader.loadClass("planted.Api"));
            return PublicApi.of(types).text();
        }
    }

    @Test
    void aTypeThatIsMentionedBelongsToTheApi() throws IOException {
        List<String> mentioned = Arrays.stream(Part.MENTIONED.signature().text().split("\n"))
                .filter(line -> line.contains(" symposium.mutex.Fence"))
                .toList();
        assertTrue(mentioned.stream().anyMatch(line -> line.startsWith("public ")), mentioned::toString);
    }
}
