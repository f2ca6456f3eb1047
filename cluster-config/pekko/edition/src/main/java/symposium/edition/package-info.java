/** Makes the editions of Symposium for forks of Akka from its sources, when it is built. */
package symposium.edition;
