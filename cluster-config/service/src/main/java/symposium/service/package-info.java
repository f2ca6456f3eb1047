/**
 * What applications use: the Akka extension {@link symposium.service.Symposium}, with {@link symposium.service.Locks}
 * and {@link symposium.service.Elections} for code that is no actor. Actors send {@link
 * symposium.cluster.LockService.Command}s and {@link symposium.cluster.LeaderWatch.Command}s.
 */
package symposium.service;
