package symposium.browser;

import org.teavm.extension.spi.reflection.SimpleReflectionPolicy;
import symposium.eventlog.MessageForms;

/**
 * Tells the compiler what is found by reflection: the components of records, which make the texts of messages, and what
 * is made of the lines of an event log.
 */
public final class ReadableRecords extends SimpleReflectionPolicy {

    @Override
    protected void setup() {
        selectPackage("symposium", true).reflectableFields(INSTANCE::test);
        MessageForms.types().forEach(type -> selectClass(type).foundByName().reflectableMethods(method -> method.name()
                .equals("<init>")));
    }
}
