/**
 * The settings of a node.
 *
 * <p>{@link symposium.cluster.settings.Settings} are read from the configuration and checked there; an error names
 * the setting, its value and what would be right.
 *
 * <p>A configuration comes in; values that need no further check go out.
 */
package symposium.cluster.settings;
