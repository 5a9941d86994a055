import { setTimeout as delay } from 'node:timers/promises'

const maxSpreadMilliseconds = 3_000

/**
 * Closes each connection at a random moment within a millisecond per connection, at most 3 s, so that clients do not
 * all reconnect at once.
 */
export const closeSpreadOut = async <Connection>(
  connections: readonly Connection[],
  close: (connection: Connection) => Promise<void>,
): Promise<void> => {
  const spread = Math.min(connections.length, maxSpreadMilliseconds)
  await Promise.all(
    connections.map(async (connection) => {
      await delay(Math.random() * spread)
      await close(connection)
    }),
  )
}
