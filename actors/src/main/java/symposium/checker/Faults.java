package symposium.checker;

/**
 * Which faults an exploration lets happen, at any moment and in any combination.
 *
 * @param losses how many messages may be lost in all
 * @param doublings how many messages may be delivered twice in all
 * @param crashes how many processes may crash in all
 */
public record Faults(int losses, int doublings, int crashes) {

    /** No faults. */
    public static final Faults NONE = new Faults(0, 0, 0);

    /** @throws IllegalArgumentException when a number is negative */
    public Faults {
        if (losses < 0 || doublings < 0 || crashes < 0) {
            throw new IllegalArgumentException("faults are counted from 0");
        }
    }

    /** Up to {@code losses} messages are lost. */
    public static Faults losses(int losses) {
        return new Faults(losses, 0, 0);
    }

    /** Up to {@code crashes} processes crash. */
    public static Faults crashes(int crashes) {
        return new Faults(0, 0, crashes);
    }
}
