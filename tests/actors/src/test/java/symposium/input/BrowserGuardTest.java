package symposium.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fast")
class BrowserGuardTest {

    private static final BrowserGuard PAGE = BrowserGuard.loopback(Set.of(), "");
    private static final BrowserGuard LOOPBACK = BrowserGuard.loopback(Set.of("Node-1.Example"), "the.setting");
    private static final BrowserGuard ADDRESSES = BrowserGuard.addresses(Set.of("fe80::1"), "the.setting");
    private static final BrowserGuard AUTHENTICATED = BrowserGuard.authenticated();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:8558",
                "127.0.0.1",
                "127.0.0.1:",
                " 127.255.255.254:8558",
                "[::1]",
                "[::1]:8558",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]"
            })
    void aLoopbackAddressIsAccepted(String host) {
        for (BrowserGuard each : List.of(PAGE, LOOPBACK, ADDRESSES, AUTHENTICATED)) {
            assertEquals(Optional.empty(), refusal(each, "Host", host));
        }
    }

    /** Spellings that a browser or a resolver may take for a loopback address, and a page's own names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "127.1",
                "2130706433",
                "0177.0.0.1",
                "0x7f.0.0.1",
                "127.0.0.01",
                "127.0.0.1.",
                "127.0.0.256",
                "localhost.",
                "[::1",
                "::1",
                "[::1]evil.example",
                "[::1].evil.example",
                "[::1]@evil.example",
                "[::1]:8558.evil.example",
                "[evil.example]",
                "[localhost]",
                "[127.0.0.1]",
                "[[::1]]",
                "[::1%25lo]",
                "[:::1]",
                "127.0.0.1@evil.example",
                "localhost:8558:8558",
                "localhost:eighty",
                "localhost:+80",
                "127.0.0.1:8558.evil.example",
                "127.0.0.1\uff1a8558.evil.example",
                "127.0.0.1:\u0668\u0660",
                "evil.example@127.0.0.1",
                "localhost:123456",
                "localhost/",
                "127.0.0.1,evil.example",
                ""
            })
    void whatIsNoLoopbackAddressIsRefused(String host) {
        String why = refusal(PAGE, "Host", host).orElseThrow();
        assertTrue(why.matches("the header Host must be .*, found '.*'"), why);
        assertTrue(refusal(ADDRESSES, "Host", host).isPresent());
    }

    @Test
    void otherAddressesAndNamesOfTheServerAreAcceptedWhereItHasThem() {
        assertEquals(Optional.empty(), refusal(LOOPBACK, "Host", "node-1.EXAMPLE:80"));
        assertEquals(Optional.empty(), refusal(ADDRESSES, "Host", "192.0.2.1"));
        assertEquals(Optional.empty(), refusal(ADDRESSES, "Host", "[2001:db8::1]:8558"));
        assertEquals(Optional.empty(), refusal(ADDRESSES, "Host", "[FE80::1]"));
        assertEquals(Optional.empty(), refusal(AUTHENTICATED, "Host", "any.example"));
        assertEquals(
                Optional.of(
                        "the header Host must be localhost or a loopback address, or a name in the.setting, found '192.0.2.1'"),
                refusal(LOOPBACK, "Host", "192.0.2.1:80"));
        assertEquals(
                Optional.of("the header Host must be localhost or a loopback address, found 'node-1.example'"),
                refusal(PAGE, "Host", "Node-1.Example"));
        assertEquals(
                Optional.of(
                        "the header Host must be localhost or an IP address, or a name in the.setting, found 'evil.example'"),
                refusal(ADDRESSES, "Host", "evil.example"));
    }

    /** An address may be requested without the header, as by HTTP/2, which has it in another place. */
    @Test
    void theRequestedAddressCountsWhereThereIsNoHeader() {
        assertEquals(Optional.empty(), PAGE.refusal("::1", 8558, header -> List.of()));
        assertTrue(PAGE.refusal("evil.example", 0, header -> List.of()).isPresent());
        assertTrue(PAGE.refusal("localhost", 0, header -> header.equals("host") ? List.of("evil.example") : List.of())
                .isPresent());
        assertEquals(
                Optional.empty(),
                PAGE.refusal(
                        "[::1]", 8558, header -> header.equals("origin") ? List.of("http://[::1]:8558") : List.of()));
    }

    @Test
    void twoHostsAreRefused() {
        assertEquals(
                Optional.of("the header Host must be given once, found 2"),
                PAGE.refusal(
                        "", 0, header -> header.equals("host") ? List.of("localhost", "evil.example") : List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8558, http://localhost:8558, true",
        "localhost, http://localhost, true",
        "localhost:80, http://localhost, true",
        "localhost:443, https://localhost, true",
        "LOCALHOST, http://localhost:80, true",
        "[::1]:8558, http://[::1]:8558, true",
        "localhost:8558, http://localhost, false",
        "localhost:8558, http://localhost:8559, false",
        "localhost:8558, http://127.0.0.1:8558, false",
        "localhost:8558, http://evil.example:8558, false",
        "localhost:8558, null, false",
        "localhost:8558, file://, false",
        "localhost:8558, ftp://localhost:8558, false",
        "localhost:8558, '', false",
        "localhost:8558, 'http://localhost:8558 http://evil.example', false",
    })
    void theOriginIsThatOfTheServer(String host, String origin, boolean accepted) {
        for (BrowserGuard each : List.of(PAGE, AUTHENTICATED)) {
            Optional<String> why = refusal(each, "Host", host, "Origin", origin);
            assertEquals(accepted, why.isEmpty(), why.toString());
        }
    }

    @Test
    void aRequestOfAnotherSiteWithoutAnOriginIsRefusedUnlessALinkIsFollowed() {
        assertEquals(Optional.empty(), refusal(PAGE, "Host", "localhost", "Sec-Fetch-Site", "same-origin"));
        assertEquals(Optional.empty(), refusal(PAGE, "Host", "localhost", "Sec-Fetch-Site", "none"));
        for (String elsewhere : List.of("cross-site", "same-site")) {
            assertTrue(refusal(PAGE, "Host", "localhost", "Sec-Fetch-Site", elsewhere)
                    .orElseThrow()
                    .contains("found '" + elsewhere + "'"));
            String[] followed = {
                "Host",
                "localhost",
                "Sec-Fetch-Site",
                elsewhere,
                "Sec-Fetch-Mode",
                "navigate",
                "Sec-Fetch-Dest",
                "document"
            };
            assertEquals(Optional.empty(), refusal(PAGE, followed));
            followed[7] = "iframe";
            assertTrue(refusal(PAGE, followed).isPresent());
        }
    }

    private static Optional<String> refusal(BrowserGuard guard, String... headers) {
        Map<String, List<String>> given = new TreeMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            given.put(headers[i].toLowerCase(Locale.ROOT), List.of(headers[i + 1]));
        }
        return guard.refusal("", 0, header -> given.getOrDefault(header, List.of()));
    }
}
