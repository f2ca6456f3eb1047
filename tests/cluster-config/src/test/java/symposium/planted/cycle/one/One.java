package symposium.planted.cycle.one;

import symposium.planted.cycle.two.Two;

/** Half of a cycle among packages, for {@link symposium.HouseTest} to find. */
public record One(Two other) {}
