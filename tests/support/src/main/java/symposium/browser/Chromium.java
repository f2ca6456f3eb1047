package symposium.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A headless Chromium of this machine, driven by Playwright. Where there is none, the tests that want it are skipped,
 * and say so; {@code .ci/run} installs Debian's.
 */
public final class Chromium implements AutoCloseable {

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final double PATIENCE_MILLIS = 120_000;

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> errors = new ArrayList<>();

    private Chromium(Path executable) {
        // Nothing is downloaded: the browser is there.
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setTimeout(PATIENCE_MILLIS)
                        // Tests may run as root, as in a container.
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    }

    /** The browser; the test is skipped where there is none. */
    public static Chromium launch() {
        Optional<Path> executable = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(executable.isPresent(), () -> "there is no browser, none of " + NAMES + " on the path");
        return new Chromium(executable.get());
    }

    /** A new page. */
    public Page page() {
        Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1280, 720));
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.setDefaultNavigationTimeout(PATIENCE_MILLIS);
        page.onPageError(errors::add);
        return page;
    }

    /** What the scripts of the pages have thrown. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
