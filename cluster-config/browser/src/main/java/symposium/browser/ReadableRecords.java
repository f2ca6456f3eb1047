package symposium.browser;

import org.teavm.extension.spi.reflection.SimpleReflectionPolicy;

/** Tells the compiler what is read by reflection: the components of records, which make the texts of messages. */
public final class ReadableRecords extends SimpleReflectionPolicy {

    @Override
    protected void setup() {
        selectPackage("symposium", true).reflectableFields(INSTANCE::test);
    }
}
