package symposium.browser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import symposium.eventlog.Json;
import symposium.kernel.Rule;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/**
 * The page on which everybody walks through the states of every algorithm of the catalogue, and lets the checker
 * explore them: one HTML file that has all it needs, opens without a server and can be mailed.
 */
public final class Playground {

    /** The lesson that is about no algorithm, but about questions of one's own. */
    static final String ASKING = "ask-your-own-question";

    private Playground() {}

    /** The script that draws processes and the messages between them: {@code Network.draw}. */
    public static String networkScript() {
        return read("network.js");
    }

    /** The texts of rules, as JSON: see {@link RuleTexts}. */
    public static String rules() {
        return embedded(read("rules.json"));
    }

    /** The {@linkplain Lesson lessons}, by the names of their algorithms, and that on questions, as JSON. */
    private static String lessons() {
        Map<String, String> texts = new TreeMap<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all(Playground.class.getClassLoader())) {
            lesson(algorithm.name()).ifPresent(text -> texts.put(algorithm.name(), text));
        }
        texts.put(ASKING, lesson(ASKING).orElseThrow());
        return embedded(Json.text(texts));
    }

    /** The text of the {@linkplain Lesson lesson} on an algorithm, if there is one. */
    static Optional<String> lesson(String algorithm) {
        String resource = "lessons/" + algorithm + ".txt";
        return Playground.class.getResource(resource) == null ? Optional.empty() : Optional.of(read(resource));
    }

    /** The lesson on an algorithm, read, if there is one. */
    public static Optional<Lesson> lessonOn(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return lesson(algorithm.name()).map(Lesson::of);
    }

    /** The space-time diagram of a lesson, as an SVG document. */
    public static String diagram(Algorithm<?, ?, ?, ?, ?> algorithm, Lesson lesson) {
        Lab<?, ?, ?, ?, ?> lab = Lab.of(algorithm, lesson.setup());
        lab.walk().go(lab.path(lesson));
        return lab.diagram();
    }

    /** What the sources say of a rule, if anything. */
    public static Optional<String> ruleText(Rule rule) {
        return Optional.ofNullable(ReadRules.TEXTS.get(ruleKey(rule))).map(String::valueOf);
    }

    /** By which a page finds the text of a rule: the names of its enum and of the constant. */
    public static String ruleKey(Rule rule) {
        return Lab.key(rule);
    }

    /** Read when the first is asked for. */
    private static final class ReadRules {
        private static final Map<?, ?> TEXTS = (Map<?, ?>) Json.read(read("rules.json"));
    }

    /** The page. */
    public static String page() {
        // The engine last: what is put into the page is not searched for further places.
        return read("play.html")
                .replace("{{network}}", networkScript())
                .replace("{{play}}", read("play.js"))
                .replace("{{simulate}}", read("simulate.js"))
                .replace("{{rules}}", rules())
                .replace("{{lessons}}", lessons())
                .replace("{{engine}}", engine());
    }

    /** The {@link Engine} as elements of a page, and the script that calls it there: {@code engine.ask(call, ...)}. */
    public static String engine() {
        return element("type=\"text/plain\" id=\"runtime\"", embedded(read("engine-runtime.js")))
                + element(
                        "type=\"text/plain\" id=\"engine\"",
                        Base64.getEncoder().encodeToString(compressed(bytes("engine.wasm"))))
                + element("", "\n" + read("engine.js"));
    }

    private static String element(String attributes, String text) {
        return ("<script " + attributes).strip() + ">" + text + "</script>\n";
    }

    /** The page decompresses it. */
    private static byte[] compressed(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** No text ends the element that holds it. */
    private static String embedded(String text) {
        return text.replace("</", "<\\/").replace("<!--", "<\\!--");
    }

    private static String read(String resource) {
        return new String(bytes(resource), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String resource) {
        try (InputStream file = Playground.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException(
                        "this build has no " + resource + ": mvn package makes it in actors/browser");
            }
            return file.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
