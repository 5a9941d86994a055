import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'

export type NatsClient = { connection: NatsConnection; manager: JetStreamManager }

/**
 * A client for requests that the site's programs never make. A `url` without credentials is an outsider's.
 */
export const natsClient = async (url: string, name: string): Promise<NatsClient> => {
  const { username, password, host } = new URL(url)
  const connection = await connect({
    servers: host,
    reconnect: false,
    inboxPrefix: `_INBOX.${name}`,
    ...(username === '' ? {} : { user: username, pass: password }),
  })
  return { connection, manager: await jetstreamManager(connection, { checkAPI: false }) }
}
