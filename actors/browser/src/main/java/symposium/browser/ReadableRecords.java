package symposium.browser;

import java.util.Collection;
import java.util.List;
import org.teavm.extension.introspect.IntrospectClass;
import org.teavm.extension.introspect.IntrospectMember;
import org.teavm.extension.spi.reflection.SimpleReflectionPolicy;
import symposium.eventlog.MessageForms;

/**
 * Tells the compiler what is found by reflection: the components of records, which make the texts of messages, and what
 * is made of the lines of an event log.
 */
public final class ReadableRecords extends SimpleReflectionPolicy {

    /** The compiler asks for types that are no classes, too, such as arrays, and has none to ask about then. */
    @Override
    public Collection<IntrospectMember> classAccessibleMembers(IntrospectClass<?> type) {
        return type == null ? List.of() : super.classAccessibleMembers(type);
    }

    @Override
    protected void setup() {
        selectPackage("symposium", true).reflectableFields(INSTANCE::test);
        MessageForms.types().forEach(type -> selectClass(type).foundByName().reflectableMethods(method -> method.name()
                .equals("<init>")));
    }
}
