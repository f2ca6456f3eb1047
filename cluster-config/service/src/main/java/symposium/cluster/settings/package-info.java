/**
 * The settings of a node.
 *
 * <p>{@link symposium.cluster.settings.Settings} reads the settings from the configuration and checks them. An error
 * names the setting, its value, and what would be valid.
 *
 * <p>A configuration comes in; values that require no further checks go out.
 */
package symposium.cluster.settings;
