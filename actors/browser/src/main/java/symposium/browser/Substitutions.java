package symposium.browser;

import java.util.Set;
import org.teavm.extension.spi.substitution.SubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/** Tells the compiler which classes it takes others for: those that use what it does not offer. */
public final class Substitutions implements SubstitutionPolicy {

    private static final Set<String> REPLACED = Set.of(
            "symposium.kernel.Platform", "symposium.kernel.catalogue.MessageTypes", "symposium.eventlog.RecordTypes");

    @Override
    public void contribute(SubstitutionSink sink) {
        sink.selectClasses(REPLACED::contains).simpleNamePrefix("Browser");
        sink.selectClasses("java.util.SplittableRandom"::equals).replacePackage("java.util", "symposium.browser");
        sink.selectClasses("java.util.concurrent.atomic.AtomicReferenceArray"::equals)
                .replacePackage("java.util.concurrent.atomic", "symposium.browser");
    }
}
