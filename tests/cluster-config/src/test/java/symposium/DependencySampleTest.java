package symposium;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The dependencies that the pages tell users to have are those that this build is tested with. */
@Tag("fast")
class DependencySampleTest {

    private static final String BOM = "symposium:symposium-bom";

    private static final String BOM_POM = "cluster-config/bom/pom.xml";

    private static Element parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    private static String text(Element of, String name) {
        NodeList found = of.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    }

    /** The versions of the dependencies, by their coordinates. */
    private static Map<String, String> versions(Element in) {
        Map<String, String> versions = new TreeMap<>();
        NodeList dependencies = in.getElementsByTagName("dependency");
        for (int at = 0; at < dependencies.getLength(); at++) {
            Element each = (Element) dependencies.item(at);
            if (!text(each, "version").isEmpty()) {
                versions.put(text(each, "groupId") + ":" + text(each, "artifactId"), text(each, "version"));
            }
        }
        return versions;
    }

    private static String pom(String path) throws Exception {
        String pom = Files.readString(Pages.root().resolve(path));
        return pom.replace("${project.version}", text(parsed(pom), "version"));
    }

    /** Those of the parent, with its properties put in. */
    private static Map<String, String> managed() throws Exception {
        String resolved = pom("pom.xml");
        Element project = parsed(resolved);
        NodeList properties =
                ((Element) project.getElementsByTagName("properties").item(0)).getChildNodes();
        for (int at = 0; at < properties.getLength(); at++) {
            if (properties.item(at) instanceof Element property) {
                resolved = resolved.replace(
                        "${" + property.getTagName() + "}",
                        property.getTextContent().strip());
            }
        }
        return versions(parsed(resolved));
    }

    @Test
    void theDependenciesOfTheSampleAreThoseOfTheBuild() throws Exception {
        Map<String, String> managed = managed();
        managed.put(BOM, text(parsed(pom(BOM_POM)), "version"));
        Map<String, String> shown = new TreeMap<>();
        for (String page : Pages.all()) {
            for (CodeBlock block : CodeBlock.of(page, "xml")) {
                shown.putAll(versions(parsed("<sample>" + String.join("\n", block.lines()) + "</sample>")));
            }
        }

        assertTrue(shown.containsKey("com.typesafe.akka:akka-bom_2.13"), shown.toString());
        assertTrue(shown.containsKey(BOM), shown.toString());
        shown.forEach((coordinates, version) -> assertEquals(managed.get(coordinates), version, coordinates));
    }

    /** The BOM has no parent, so it says versions again. */
    @Test
    void theBomHasTheVersionsOfTheBuild() throws Exception {
        Map<String, String> managed = managed();
        Map<String, String> bom = versions(parsed(pom(BOM_POM)));

        assertTrue(bom.containsKey("symposium:symposium-service"), bom.toString());
        assertTrue(bom.containsKey("com.typesafe.akka:akka-http-core_2.13"), bom.toString());
        bom.forEach((coordinates, version) -> assertEquals(managed.get(coordinates), version, coordinates));
    }
}
