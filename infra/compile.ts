import { openPrometheus } from '@answerable/service-kit/observability/prometheus'

// Loads all that the site's programs load, so that Node fills NODE_COMPILE_CACHE while the image is built.

await Promise.all([
  import('@answerable/auth/service'),
  import('@answerable/catalog/service'),
  import('@answerable/moderation/service'),
  import('@answerable/diagnostics/service'),
  import('@answerable/notifications/service'),
  import('@answerable/evidence/service'),
  import('@answerable/realtime/service'),
  import('@answerable/gateway/service'),
  import('@answerable/service-kit/run'),
  import('@answerable/service-kit/rate-limit/redis-store'),
  import('@answerable/service-kit/observability/route-names'),
  import('./migrate/migrate.ts'),
])
// It loads its library when it is opened.
const prometheus = await openPrometheus({ host: '127.0.0.1', port: 0, directory: '/' })
await prometheus.close()
