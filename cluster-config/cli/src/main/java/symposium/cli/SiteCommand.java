package symposium.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.browser.Playground;
import symposium.web.Site;

/** {@code symposium site}: all algorithms as static pages. */
@Command(name = "site")
final class SiteCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", descriptionKey = "directory")
    private OutputDirectory directory;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        OutputFile front = OutputFile.of(directory.path().resolve("index.html").toString());
        OutputFile page = OutputFile.of(directory.path().resolve("explore.html").toString());
        page.write("DIR", Playground.page());
        front.write("DIR", Site.front("explore.html"));
        spec.commandLine().getOut().println(front.path());
        return ExitCode.DONE;
    }
}
