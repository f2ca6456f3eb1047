package symposium.site;

/** Where the site has what, from its root. */
final class Addresses {

    /** The style sheet of all pages. */
    static final String STYLE = "style.css";

    /** The page that walks through the states of any algorithm. */
    static final String EXPLORE = "explore.html";

    static final Link ALGORITHMS = new Link("algorithms.html", "Algorithms");

    /** With what the paths of the pages of algorithms, and of their diagrams, begin. */
    static final String BELOW_ALGORITHMS = "algorithms/";

    static final Link ERRATA = new Link("errata.html", "Errata");

    /** The front of the javadoc, which is made apart. */
    static final Link API = new Link("api/index.html", "API");

    private Addresses() {}

    /** The page of an algorithm. */
    static String algorithm(String name) {
        return BELOW_ALGORITHMS + name + ".html";
    }

    /** Where the states of an algorithm are walked through. */
    static String explored(String name) {
        return EXPLORE + "#algorithm=" + name;
    }

    /**
     * The page of the javadoc on a source.
     *
     * @param source its path below {@code src/main/java}, without {@code .java}
     */
    static String api(String source) {
        return "api/" + source.replaceFirst("package-info$", "package-summary") + ".html";
    }

    /** The page of the javadoc on the package of a class. */
    static String apiOfPackage(Class<?> type) {
        return api(type.getPackageName().replace('.', '/') + "/package-info");
    }
}
