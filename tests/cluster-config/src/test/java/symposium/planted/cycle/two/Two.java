package symposium.planted.cycle.two;

import symposium.planted.cycle.one.One;

/** The other half. */
public interface Two {
    One other();
}
