package symposium.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import symposium.cli.option.OptionRules;

/** The help texts of all commands: those of this module and those of the laboratory. */
final class HelpTexts extends PropertyResourceBundle {

    private HelpTexts(Reader texts, ResourceBundle laboratory) throws IOException {
        super(texts);
        setParent(laboratory);
    }

    static ResourceBundle all() {
        try (InputStream texts = HelpTexts.class.getResourceAsStream("help.properties");
                Reader reader = new InputStreamReader(texts, StandardCharsets.UTF_8)) {
            return new HelpTexts(reader, OptionRules.help());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
