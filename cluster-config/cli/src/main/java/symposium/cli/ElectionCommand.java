package symposium.cli;

import picocli.CommandLine.Command;

/** {@code symposium election}: elections side by side, and in great numbers. */
@Command(
        name = "election",
        subcommands = {ElectionCompareCommand.class, ElectionActorsCommand.class})
final class ElectionCommand {}
