import { domainProved, linkChecked, webhookDisabled } from '@answerable/contracts/events'
import type { ServiceDefinition } from '@answerable/service-kit/service'
import { app } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { closeDeps, type Deps, openDeps } from './deps.ts'
import { events } from './events.ts'

export const evidence: ServiceDefinition<Config, Deps> = {
  name: 'evidence',
  readConfig,
  openDeps,
  closeDeps,
  app,
  events,
  emits: [linkChecked, domainProved, webhookDisabled],
}
