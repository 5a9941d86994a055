import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Log } from '@answerable/service-kit/log'
import type { Kit } from '@answerable/service-kit/service'
import { type Broadcast, startBroadcast } from './broadcast.ts'
import type { Config } from './config.ts'
import { openSockets, type Sockets } from './sockets.ts'

export type Deps = { log: Log; bus: Bus; sockets: Sockets; broadcast: Broadcast }

export const openDeps = async (config: Config, { bus, log, metrics }: Kit): Promise<Deps> => {
  const sockets = openSockets({ heartbeatMilliseconds: config.HEARTBEAT_MS, metrics })
  const broadcast = startBroadcast({
    windowMilliseconds: config.LIVE_WINDOW_MS,
    send: sockets.sendToAll,
  })
  return { log, bus, sockets, broadcast }
}

export const closeDeps = async (deps: Deps): Promise<void> => deps.broadcast.stop()
