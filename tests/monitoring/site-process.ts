import { auth } from '@answerable/auth/service'
import { catalog } from '@answerable/catalog/service'
import { diagnostics } from '@answerable/diagnostics/service'
import { evidence } from '@answerable/evidence/service'
import { gateway } from '@answerable/gateway/service'
import { moderation } from '@answerable/moderation/service'
import { notifications } from '@answerable/notifications/service'
import { realtime } from '@answerable/realtime/service'
import { startService } from '@answerable/service-kit/service'

// Runs every program with its own settings, from PROGRAMS, in one process that a test starts.
const settings = JSON.parse(process.env.PROGRAMS ?? '{}')
await Promise.all([
  startService(auth, settings.auth),
  startService(catalog, settings.catalog),
  startService(moderation, settings.moderation),
  startService(diagnostics, settings.diagnostics),
  startService(notifications, settings.notifications),
  startService(evidence, settings.evidence),
  startService(realtime, settings.realtime),
  startService(gateway, settings.gateway),
])
