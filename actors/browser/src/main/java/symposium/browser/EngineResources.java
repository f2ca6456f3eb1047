package symposium.browser;

import java.util.Collection;
import org.teavm.extension.spi.resources.DefaultResourcesPolicy;

/** Tells the compiler which files are read from the class path. */
public final class EngineResources extends DefaultResourcesPolicy {

    @Override
    public String[] supplyResources(Collection<? extends String> soFar) {
        return new String[] {"symposium/trace/diagram.css", "symposium/eventlog/forms.txt"};
    }
}
