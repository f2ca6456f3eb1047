package symposium.demo;

/**
 * In which words it is told what the users of a cluster do.
 *
 * @param done what users have done when they have had what they asked for
 * @param nothingYet of all, before the first has had anything
 * @param onlyOne of one who has had what it has for a while
 * @param several of several
 * @param nobodyWaits of all, when nobody wants anything
 * @param waitingFor before those who wait
 * @param firstAgain of the first who has had something since a death
 * @param waitingThen before those who wait at the moment of a death
 * @param served of all at the beginning; has a place for how many they are
 * @param over of all, at the end
 * @param counted of each, what is counted
 */
record Wording(
        String done,
        String nothingYet,
        String onlyOne,
        String several,
        String nobodyWaits,
        String waitingFor,
        String firstAgain,
        String waitingThen,
        String served,
        String over,
        String counted) {

    /** Philosophers dine; whoever waits does so for this, and that is counted. */
    static Wording ofMeals(String waitingFor, String counted) {
        return new Wording(
                "eaten",
                "nobody has eaten yet",
                "is still eating",
                "are still eating",
                "all think",
                waitingFor,
                "the first to eat",
                "hungry",
                "dinner is served: %d philosophers begin to think",
                "the dinner is over",
                counted);
    }

    /** Applications take sets of resources. */
    static Wording ofResources() {
        return new Wording(
                "taken anything",
                "nobody has taken anything yet",
                "still has what it took",
                "still have what they took",
                "nobody wants anything",
                "waiting for resources",
                "the first to take anything",
                "waiting",
                "the day begins: %d applications work, and now and then need something",
                "the day is over",
                "how often each took a set of resources");
    }
}
