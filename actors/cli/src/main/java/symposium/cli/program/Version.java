package symposium.cli.program;

import java.util.ResourceBundle;
import picocli.CommandLine.IVersionProvider;

/** The line of {@code --version}: the version of Symposium, which Maven writes into a resource, and that of Java. */
final class Version implements IVersionProvider {

    private static final String RESOURCE = "symposium.cli.program.version";

    @Override
    public String[] getVersion() {
        String version = ResourceBundle.getBundle(RESOURCE).getString("version");
        return new String[] {"symposium %s (Java %s)".formatted(version, System.getProperty("java.version"))};
    }
}
