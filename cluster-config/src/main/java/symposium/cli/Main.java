package symposium.cli;

/** The command line. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.out.println(symposium.kernel.ProcessId.of(0));
    }
}
