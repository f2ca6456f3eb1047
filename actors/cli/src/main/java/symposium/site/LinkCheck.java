package symposium.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks whether the links of pages lead somewhere, and whether the pages load nothing from elsewhere. */
public final class LinkCheck {

    private static final Pattern LINK = Pattern.compile("<(\\w+)[^>]*?\\s(?:href|src)=\"([^\"]*)\"");
    private static final Pattern PLACE = Pattern.compile("\\s(?:id|name)=\"([^\"]*)\"");
    private static final Pattern LOADED = Pattern.compile("@import[^;]*|url\\([^)]*\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("^(\\w+:|//).*");

    private final Path root;
    private final Map<Path, Set<String>> places = new HashMap<>();
    private final List<String> broken = new ArrayList<>();

    private LinkCheck(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    /**
     * What is broken, a line for each.
     *
     * @param root the directory of the site
     * @param files the pages and style sheets to look at, by their paths from there; others are targets only
     */
    public static List<String> broken(Path root, List<String> files) throws IOException {
        LinkCheck check = new LinkCheck(root);
        for (String file : files) {
            if (file.endsWith(".html")) {
                check.page(file);
            } else if (file.endsWith(".css")) {
                check.sheet(file);
            }
        }
        return check.broken;
    }

    private void sheet(String file) throws IOException {
        Matcher loaded = LOADED.matcher(Files.readString(root.resolve(file)));
        while (loaded.find()) {
            broken.add(file + ": loads " + loaded.group());
        }
    }

    private void page(String file) throws IOException {
        // The links of that page are made by its script.
        boolean scripted = file.equals(Addresses.EXPLORE);
        Matcher link = LINK.matcher(Files.readString(root.resolve(file)));
        while (link.find()) {
            String address = unescaped(link.group(2));
            boolean followed = link.group(1).equals("a");
            if (ELSEWHERE.matcher(address).matches()) {
                if (!followed && !address.startsWith("data:")) {
                    broken.add(file + ": loads " + address);
                }
            } else if (!scripted && !leads(root.resolve(file), address)) {
                broken.add(file + ": " + address + " leads nowhere");
            }
        }
    }

    private boolean leads(Path from, String address) throws IOException {
        int hash = address.indexOf('#');
        String path = hash < 0 ? address : address.substring(0, hash);
        Path target = path.isEmpty() ? from : from.resolveSibling(path).normalize();
        if (!target.startsWith(root) || !Files.isRegularFile(target)) {
            return false;
        }
        // The page of the states reads its setup there.
        return hash < 0
                || target.equals(root.resolve(Addresses.EXPLORE))
                || places(target).contains(address.substring(hash + 1));
    }

    private Set<String> places(Path page) throws IOException {
        Set<String> known = places.get(page);
        if (known == null) {
            known = new HashSet<>();
            Matcher place = PLACE.matcher(Files.readString(page));
            while (place.find()) {
                known.add(unescaped(place.group(1)));
            }
            places.put(page, known);
        }
        return known;
    }

    private static String unescaped(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }
}
