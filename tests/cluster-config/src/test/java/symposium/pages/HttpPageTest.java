package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.Pages;

/**
 * The page of the HTTP API is made from the description that nodes serve: {@code mvn test -Dtest=HttpPageTest
 * -Dsymposium.golden=write} writes it again.
 */
@Tag("fast")
class HttpPageTest {

    private static final Path PAGE = Pages.root().resolve("cluster-config/docs/http-api.md");
    private static final Path SERVED =
            Pages.root().resolve("cluster-config/service/src/main/resources/symposium/management/openapi.json");
    private static final int COLUMNS = 100;

    private final StringBuilder page = new StringBuilder();
    private JsonNode api;

    @Test
    void thePageIsMadeOfTheDescription() throws IOException {
        api = new ObjectMapper().readTree(SERVED.toFile());
        page.append(
                "# HTTP API\n\nLook up the requests of [clients over HTTP](http-clients.md), and their answers.\n\n");
        paragraph(code(api.path("info").path("description").asText()));
        page.append("\nAll paths begin with `").append(base()).append("`.\n");
        page.append("\n## Requests\n\n| request | effect | body |\n|---|---|---|\n");
        Map<String, String> answers = new TreeMap<>();
        Set<String> bodies = new HashSet<>();
        api.path("paths")
                .fields()
                .forEachRemaining(path -> path.getValue().fields().forEachRemaining(each -> {
                    JsonNode operation = each.getValue();
                    String body = name(operation.at("/requestBody/content/application~1json/schema"));
                    bodies.add(body);
                    row(
                            "`" + each.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey() + "`",
                            first(operation.path("summary").asText()),
                            link(body));
                    operation
                            .path("responses")
                            .fields()
                            .forEachRemaining(answer -> answers.merge(
                                    answer.getKey(),
                                    answer.getValue().path("description").asText(),
                                    (one, other) ->
                                            one.equals(other) || one.contains(other) ? one : other + "\n" + one));
                }));
        page.append("\n## Answers\n\n| status | meaning |\n|---|---|\n");
        answers.forEach(
                (status, meanings) -> meanings.lines().distinct().forEach(each -> row(status, code(first(each)))));
        page.append("\n## Parameters\n\n| parameter | in | description |\n|---|---|---|\n");
        for (JsonNode each : api.at("/components/parameters")) {
            row("`" + each.path("name").asText() + "`", each.path("in").asText(), first(described(each)));
        }
        bodies.remove("");
        api.at("/components/schemas").fields().forEachRemaining(each -> {
            if (each.getValue().has("properties")) {
                schema(each.getKey(), each.getValue());
            }
        });
        if (Golden.isWritten()) {
            Files.writeString(PAGE, page);
        }
        assertEquals(Files.readString(PAGE), page.toString());
    }

    private String base() {
        return api.at("/servers/0/url").asText();
    }

    private void schema(String name, JsonNode schema) {
        page.append("\n## `").append(name).append("`\n\n");
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(each -> required.add(each.asText()));
        page.append("| field | type | description |\n|---|---|---|\n");
        List<String> notes = new ArrayList<>();
        schema.path("properties").fields().forEachRemaining(field -> {
            String description = described(field.getValue());
            row(
                    "`" + field.getKey() + "`" + (required.contains(field.getKey()) ? "" : ", optional"),
                    type(field.getValue()),
                    first(description));
            if (!first(description).equals(description)) {
                notes.add("`" + field.getKey() + "`: " + description + ".");
            }
        });
        for (String note : notes) {
            page.append('\n');
            paragraph(note);
        }
    }

    private String type(JsonNode schema) {
        if (schema.has("$ref")) {
            String name = name(schema);
            JsonNode named = api.at("/components/schemas/" + name);
            return named.has("properties") ? link(name) : name.equals("Mode") ? "a mode" : type(named);
        }
        if (schema.has("additionalProperties")) {
            return "an object: names, and their modes";
        }
        if (schema.path("type").asText().equals("array")) {
            return "array of " + type(schema.path("items"));
        }
        return schema.path("type").asText();
    }

    private String described(JsonNode each) {
        return each.has("$ref") && !each.has("description")
                ? api.at("/components/schemas/" + name(each))
                        .path("description")
                        .asText()
                : each.path("description").asText();
    }

    /** The first sentence: a cell has one. */
    private static String first(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end);
    }

    /** Words that are no English. */
    private static String code(String text) {
        return text.replaceAll("(Content-Type: )?(application/json|text/event-stream)|symposium\\.[a-z.-]+", "`$0`");
    }

    private static String name(JsonNode schema) {
        return schema.path("$ref").asText().replaceFirst(".*/", "");
    }

    private static String link(String name) {
        return name.isEmpty() ? "" : "[`" + name + "`](#" + name.toLowerCase(Locale.ROOT) + ")";
    }

    private void row(String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private void paragraph(String text) {
        int column = 0;
        for (String word : text.split(" ")) {
            boolean breaks = column > 0 && column + 1 + word.length() > COLUMNS;
            page.append(column == 0 ? "" : breaks ? "\n" : " ").append(word);
            column = breaks || column == 0 ? word.length() : column + 1 + word.length();
        }
        page.append('\n');
    }
}
