import {
  commentChanged,
  flagsClosed,
  muteChanged,
  participationChanged,
  sourcesChanged,
  statusChanged,
  submissionChanged,
  submissionPublished,
} from '@answerable/contracts/events'
import type { ServiceDefinition } from '@answerable/service-kit/service'
import { app } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { closeDeps, type Deps, openDeps } from './deps.ts'
import { events } from './events.ts'

export const catalog: ServiceDefinition<Config, Deps> = {
  name: 'catalog',
  readConfig,
  openDeps,
  closeDeps,
  app,
  events,
  emits: [
    submissionChanged,
    submissionPublished,
    commentChanged,
    flagsClosed,
    muteChanged,
    participationChanged,
    statusChanged,
    sourcesChanged,
  ],
}
