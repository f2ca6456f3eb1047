package symposium.demo;

/**
 * The words of a story that depend on the service.
 *
 * @param done the past participle of being granted
 * @param doing the present participle of having a grant
 * @param idle says that no user waits
 * @param waitingFor before those who wait
 * @param waiting what users are at the moment of a crash
 * @param served said at the beginning; has a place for the number of users
 * @param over said at the end
 * @param counted what figures count
 */
record Wording(
        String done,
        String doing,
        String idle,
        String waitingFor,
        String waiting,
        String served,
        String over,
        String counted) {

    /** Philosophers eat. */
    static Wording ofMeals(String waitingFor, String counted) {
        return new Wording(
                "eaten",
                "eating",
                "all philosophers think",
                waitingFor,
                "hungry",
                "dinner is served: %d philosophers begin to think",
                "the dinner is over",
                counted);
    }
}
