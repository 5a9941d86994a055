import {
  mailboxRefused,
  passkeysReset,
  sessionsEnded,
  userChanged,
  userLeft,
} from '@answerable/contracts/events'
import type { ServiceDefinition } from '@answerable/service-kit/service'
import { app } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { closeDeps, type Deps, openDeps } from './deps.ts'
import { events } from './events.ts'

export const auth: ServiceDefinition<Config, Deps> = {
  name: 'auth',
  readConfig,
  openDeps,
  closeDeps,
  app,
  events,
  emits: [userChanged, userLeft, sessionsEnded, mailboxRefused, passkeysReset],
}
