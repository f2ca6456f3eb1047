package symposium.cluster.settings;

import com.typesafe.config.Config;
import symposium.service.member.InvalidSetting;

/**
 * What the endpoints in Akka Management read. They start after the node, and Akka reports an exception that they throw
 * as one of its own.
 */
final class EndpointSettings {

    private EndpointSettings() {}

    /** @throws InvalidSetting for the first setting that is missing or wrong */
    static void check(Config config) {
        SettingValues.read(config, "management.beyond-loopback", "on or off", Config::getBoolean);
        SettingValues.read(config, "management.hosts", "a list of names", Config::getStringList);
        SettingValues.choice(config, "clients.authentication", "none", "token", "mutual-tls");
        SettingValues.read(config, "clients.token-file", "the word off, or the name of a file", Config::getString);
        SettingValues.atLeast(0, config, "symposium.clients.most-streams");
        SettingValues.atLeast(1, config, "symposium.clients.most-waiting");
        String right = "a number of bytes above zero, such as 64 KiB";
        if (SettingValues.read(config, "clients.most-bytes", right, Config::getBytes) == 0) {
            throw Hocon.wrong(config, "symposium.clients.most-bytes", right);
        }
    }
}
