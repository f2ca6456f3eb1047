package symposium.planted;

/** Writes a number in the digits of the reader's language, which a test of the house has to find. */
public final class InTheDefaultLocale {

    private InTheDefaultLocale() {}

    static String number(int number) {
        return "%d".formatted(number);
    }
}
