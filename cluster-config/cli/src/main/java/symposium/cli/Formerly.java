package symposium.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A former name of an option. The command line still takes it, and help does not show it. The field is no
 * {@code Optional}: the name that is absent would empty it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Formerly {

    /** The name, with its hyphens. */
    String value();
}
