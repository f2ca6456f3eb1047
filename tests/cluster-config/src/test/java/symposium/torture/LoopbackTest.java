package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import symposium.torture.NodeLinks.Link;

/** The nodes are sockets that only read which links they have to cut. */
@Timeout(60)
class LoopbackTest {

    private static final int NEVER_RUNS = 2;

    private final Link forth = new Link(0, 1);
    private final Link back = new Link(1, 0);
    private final List<Socket> lives = new ArrayList<>();
    private Loopback network;

    @BeforeEach
    void start() throws IOException {
        network = new Loopback(3);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket life : lives) {
            life.close();
        }
        network.close();
    }

    /** A node starts, or starts again, and is connected; the connection of its former life stays open. */
    private BufferedReader starts(int node) throws IOException {
        String[] server = network.options().get(1).split(":");
        Socket socket = new Socket(server[0], Integer.parseInt(server[1]));
        socket.setSoTimeout(20_000);
        lives.add(socket);
        new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8).println(node);
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        // A node that is connected hears of each cut.
        Link probe = new Link(node, NEVER_RUNS);
        while (!in.ready()) {
            network.cut(probe);
            network.mend(probe);
        }
        return in;
    }

    /** The next order that a node receives for a link between nodes that run. */
    private String order(BufferedReader node) throws IOException {
        String line = node.readLine();
        while (line.endsWith(" " + network.port(NEVER_RUNS))) {
            line = node.readLine();
        }
        return line;
    }

    /** The one that was there first cuts it. */
    @Test
    void aLinkStaysCutWhenItsEndsStartAgainOneAfterTheOther() throws IOException {
        network.cut(forth);
        network.cut(back);
        BufferedReader zero = starts(0);
        BufferedReader one = starts(1);
        assertEquals("CUT_TO " + network.port(1), order(zero));
        assertEquals("CUT_FROM " + network.port(1), order(zero));
        BufferedReader zeroAgain = starts(0);
        assertEquals("CUT_FROM " + network.port(0), order(one));
        assertEquals("CUT_TO " + network.port(0), order(one));
        starts(1);
        assertEquals("CUT_TO " + network.port(1), order(zeroAgain));
        assertEquals("CUT_FROM " + network.port(1), order(zeroAgain));
        network.mend(forth);
        assertEquals("MEND_TO " + network.port(1), order(zeroAgain));
    }

    @Test
    void aNodeThatStartsReceivesNoOrderForALinkThatItsOtherEndCuts() throws IOException {
        network.cut(forth);
        BufferedReader zero = starts(0);
        BufferedReader one = starts(1);
        assertEquals("CUT_TO " + network.port(1), order(zero));
        network.cut(back);
        assertEquals("CUT_TO " + network.port(0), order(one));
    }
}
