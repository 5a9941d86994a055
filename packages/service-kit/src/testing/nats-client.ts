import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'

export type NatsClient = { connection: NatsConnection; manager: JetStreamManager }

/** A client that tries what our own programs never do. `url` without credentials is a stranger's. */
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
