package symposium.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The least and the greatest value of an option: of a whole number, or of a time in seconds. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Bounds {

    /** The least whole number; the shortest time is always a millisecond. */
    long least() default 0;

    /** The greatest whole number, or the longest time in seconds. */
    long most();
}
