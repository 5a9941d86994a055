import type { Bus } from '@answerable/service-kit/bus/bus'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { serviceCaller } from '@answerable/service-kit/calls/service-caller'
import type { Log } from '@answerable/service-kit/log'
import type { Kit } from '@answerable/service-kit/service'
import { type Broadcast, startBroadcast } from './broadcast.ts'
import { type CommentUpdates, startCommentUpdates } from './comment-updates.ts'
import type { Config } from './config.ts'
import { openSockets, type Sockets } from './sockets.ts'
import { startUnreadNumbers, type UnreadNumbers } from './unread.ts'

export type Deps = {
  log: Log
  bus: Bus
  sockets: Sockets
  broadcast: Broadcast
  commentUpdates: CommentUpdates
  unread: UnreadNumbers
  closeCalls: () => Promise<void>
}

const callTimeoutMilliseconds = 3_000

export const openDeps = async (config: Config, kit: Kit): Promise<Deps> => {
  const { bus, log, metrics, tracing } = kit
  const sockets = openSockets({ heartbeatMilliseconds: config.HEARTBEAT_MS, metrics })
  const broadcast = startBroadcast({
    windowMilliseconds: config.LIVE_WINDOW_MS,
    send: sockets.sendToAll,
  })
  const commentUpdates = startCommentUpdates({ send: sockets.sendToAll })
  const replicas = openLoadBalancer({ url: config.NOTIFICATIONS_URL })
  const notifications = serviceCaller({
    issuer: 'realtime',
    replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds: callTimeoutMilliseconds,
    tracing,
  })
  const unread = startUnreadNumbers({ notifications, sockets, log })
  return { log, bus, sockets, broadcast, commentUpdates, unread, closeCalls: replicas.close }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.broadcast.stop()
  deps.commentUpdates.stop()
  deps.unread.stop()
  await deps.closeCalls()
}
