import type { ServiceDefinition } from '@answerable/service-kit/service'
import { app } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { closeDeps, type Deps, openDeps } from './deps.ts'
import { events } from './events.ts'
import { acceptSockets } from './handshake.ts'

export const realtime: ServiceDefinition<Config, Deps> = {
  name: 'realtime',
  readConfig,
  openDeps,
  closeDeps,
  app,
  events,
  serverHook: acceptSockets,
}
