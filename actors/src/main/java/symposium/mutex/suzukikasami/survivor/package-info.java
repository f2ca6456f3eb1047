/** Filled in below. */
package symposium.mutex.suzukikasami.survivor;
