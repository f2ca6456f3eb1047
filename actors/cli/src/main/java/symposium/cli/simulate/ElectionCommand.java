package symposium.cli.simulate;

import picocli.CommandLine.Command;

/** {@code symposium election}: elections side by side, and in great numbers. */
@Command(
        name = "election",
        subcommands = {ElectionCompareCommand.class, ElectionActorsCommand.class})
public final class ElectionCommand {}
