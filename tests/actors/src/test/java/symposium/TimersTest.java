package symposium;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import symposium.kernel.Timer;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/**
 * Whatever timer an algorithm schedules that a cluster may run is one of its timers(), or no configuration could name
 * it.
 */
class TimersTest {

    @Test
    void everyTimerThatIsWrittenIsNamedByAnAlgorithm() {
        Set<Class<?>> named = new HashSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            algorithm.timers().forEach(timer -> named.add(timer.getClass()));
            assertTrue(
                    algorithm.timers().containsAll(algorithm.lossDetectionTimers()),
                    algorithm.name() + " has " + algorithm.timers() + ", but not all of "
                            + algorithm.lossDetectionTimers());
        }
        List<String> written = new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(
                                "symposium.mutex", "symposium.composition.ewd851misra", "symposium.regeneration")
                        .stream()
                        .filter(type -> type.isAssignableTo(Timer.class) && !type.isInterface())
                        .filter(type ->
                                !type.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PRIVATE))
                        .map(JavaClass::getName)
                        .toList();
        assertFalse(written.isEmpty());
        for (String type : written) {
            assertTrue(
                    named.stream().anyMatch(each -> each.getName().equals(type)),
                    type + " is no timer of any algorithm's timers()");
        }
    }
}
