package symposium.web;

import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.management.javadsl.AkkaManagement;
import com.microsoft.playwright.Page;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.Pages;
import symposium.browser.Chromium;
import symposium.browser.Playground;
import symposium.cluster.SymposiumNode;
import symposium.demo.ThinkTimes;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;

/** Makes the pictures of the pages that the READMEs show: {@code mvn verify -P pictures}. */
@Tag("pictures")
class PicturesTest {

    private static final Path PICTURES = Pages.root().resolve("cluster-config/pictures");
    private static final int FRAMES = 28;
    private static final int MILLIS = 400;
    private static final int WIDTH = 800;
    private static final int HEIGHT = 450;

    @TempDir
    private Path directory;

    private static void shoot(Page page, String name) throws IOException {
        Files.createDirectories(PICTURES);
        page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve(name)));
    }

    @Test
    void thePageOfTheStates() throws IOException {
        Path file = Files.writeString(directory.resolve("explore.html"), Playground.page());
        try (Chromium chromium = Chromium.launch()) {
            Page page = chromium.page();
            page.navigate(file.toUri() + "#algorithm=ewd851&processes=5&path=1.2.0.2.3");
            page.waitForFunction("view && drawn === 5");
            shoot(page, "explore.png");
            page.navigate("about:blank");
            page.navigate(file.toUri() + "#algorithm=ricart-agrawala&variant=3");
            page.waitForSelector(".choice");
            page.click("#check");
            page.waitForSelector("#properties .bad");
            page.waitForFunction("drawn === path.length");
            shoot(page, "counterexample.png");
            page.navigate("about:blank");
            // Room for the whole diagram.
            page.setViewportSize(1536, 864);
            page.navigate(file.toUri() + "#algorithm=ewd851-misra&story=&at=13");
            page.waitForFunction("lesson && drawn === 13");
            shoot(page, "lesson.png");
            page.setViewportSize(1280, 720);
            page.navigate("about:blank");
            page.navigate(file.toUri() + "#algorithm=ricart-agrawala");
            page.waitForSelector(".choice");
            page.keyboard().press("m");
            page.waitForFunction("document.querySelectorAll('#runs tr').length === 3 && !simulating");
            shoot(page, "simulate.png");
        }
    }

    @Test
    void theStatusOfAService() throws Exception {
        List<SymposiumNode> nodes = new ArrayList<>();
        try (Chromium chromium = Chromium.launch()) {
            for (int process = 0; process < 3; process++) {
                nodes.add(StatusNode.start(process, 3));
                nodes.get(process).join(List.of(nodes.get(0).address()));
            }
            List<Locks> users = nodes.stream()
                    .map(node -> Locks.of(node.locks(), node.system()))
                    .toList();
            List<Lease> held = List.of(
                    users.get(0).as("billing batch 7").acquire("order 17").get(),
                    users.get(1)
                            .as("report")
                            .acquire(Claims.shared("catalogue"))
                            .get(),
                    users.get(2)
                            .as("search")
                            .acquire(Claims.shared("catalogue"))
                            .get(),
                    users.get(2)
                            .as("upload 3")
                            .acquire(Claims.permits("disk", 1, 2))
                            .get());
            users.get(1).as("shipping").acquire("order 17");
            users.get(2).as("refund 12").acquire("order 17");
            users.get(0).as("import").acquire("catalogue");
            Page page = chromium.page();
            page.navigate("http://127.0.0.1:"
                    + AkkaManagement.get(nodes.get(0).system())
                            .start()
                            .toCompletableFuture()
                            .get()
                            .port()
                    + "/symposium/page");
            page.click("#locks summary:has-text('order 17')");
            page.waitForSelector("#locks td:has-text('refund 12')");
            page.click("#locks summary:has-text('catalogue')");
            page.waitForSelector("#locks td:has-text('import')");
            shoot(page, "status.png");
            assertTrue(held.size() == 4);
        } finally {
            nodes.forEach(SymposiumNode::kill);
        }
    }

    @Test
    void theLivePage() throws Exception {
        ThinkTimes times = new ThinkTimes(Duration.ofMillis(2000), Duration.ofMillis(400));
        try (LiveDemo demo = LiveDemo.start(directory, 5, times, problem -> {});
                Chromium chromium = Chromium.launch()) {
            Page page = chromium.page();
            page.navigate(demo.address());
            page.waitForFunction("moments.filter(each => each.served).length >= 12");
            List<BufferedImage> frames = new ArrayList<>();
            for (int frame = 0; frame < FRAMES; frame++) {
                if (frame == FRAMES / 4) {
                    page.waitForFunction("[...worldAt(at).processes.values()].some(each => each.served)");
                    page.evaluate("[...document.querySelectorAll('#ofone [data-fault=kill]')]"
                            + "[[...worldAt(at).processes].find(each => each[1].served)[0]].click()");
                }
                frames.add(scaled(page.screenshot()));
                page.waitForTimeout(MILLIS);
            }
            page.waitForFunction("moments.slice(moments.findIndex(each => each.gone))"
                    + ".filter(each => each.served && /granted/.test(each.text)).length >= 3");
            shoot(page, "live.png");
            frames.add(scaled(page.screenshot()));
            write(frames, PICTURES.resolve("live.gif"));
            assertTrue(Files.size(PICTURES.resolve("live.gif")) > 0);
        }
    }

    private static BufferedImage scaled(byte[] png) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        BufferedImage smaller = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = smaller.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        graphics.drawImage(image, 0, 0, WIDTH, HEIGHT, null);
        graphics.dispose();
        return smaller;
    }

    private static void write(List<BufferedImage> frames, Path file) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            ImageWriteParam usual = writer.getDefaultWriteParam();
            for (BufferedImage frame : frames) {
                IIOMetadata told = writer.getDefaultImageMetadata(new ImageTypeSpecifier(frame), usual);
                String format = told.getNativeMetadataFormatName();
                IIOMetadataNode root = (IIOMetadataNode) told.getAsTree(format);
                IIOMetadataNode control = node(root, "GraphicControlExtension");
                control.setAttribute("disposalMethod", "none");
                control.setAttribute("userInputFlag", "FALSE");
                control.setAttribute("transparentColorFlag", "FALSE");
                control.setAttribute("transparentColorIndex", "0");
                control.setAttribute("delayTime", Integer.toString(MILLIS / 10));
                IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
                loop.setAttribute("applicationID", "NETSCAPE");
                loop.setAttribute("authenticationCode", "2.0");
                loop.setUserObject(new byte[] {1, 0, 0});
                node(root, "ApplicationExtensions").appendChild(loop);
                told.setFromTree(format, root);
                writer.writeToSequence(new IIOImage(frame, null, told), usual);
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
    }

    private static IIOMetadataNode node(IIOMetadataNode root, String name) {
        for (int at = 0; at < root.getLength(); at++) {
            if (root.item(at).getNodeName().equals(name)) {
                return (IIOMetadataNode) root.item(at);
            }
        }
        IIOMetadataNode made = new IIOMetadataNode(name);
        root.appendChild(made);
        return made;
    }
}
