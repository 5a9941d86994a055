import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type Observability, openObservability } from './observability.ts'

const off = {
  METRICS_PORT: undefined,
  METRICS_HOST: '127.0.0.1',
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_TRACES_SAMPLER_ARG: 1,
}

const open = async (): Promise<Observability> => {
  const watch = await openObservability({ ...off, METRICS_PORT: 0 })
  onTestFinished(watch.close)
  return watch
}

const read = async ({ metricsUrl }: Observability): Promise<string> =>
  (await fetch(metricsUrl ?? '')).text()

/** The observability packages that a process loads when it starts a service with these settings. */
const loadedWith = async (settings: Record<string, string>): Promise<string[]> => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      resolve: (specifier, context, next) => {
        const result = next(specifier, context)
        const [name] = /(?<=node_modules\\/)(prom-client|@opentelemetry\\/[^/]+)/.exec(result.url) ?? []
        if (name !== undefined) loaded.add(name)
        return result
      },
    })
    const kit = ${JSON.stringify(`${join(import.meta.dirname, '..')}/`)}
    const { startService } = await import(kit + 'service.ts')
    const { memoryBus } = await import(kit + 'bus/memory-bus.ts')
    const { memoryRateLimitStore } = await import(kit + 'rate-limit/memory-store.ts')
    const { createLog } = await import(kit + 'log.ts')
    const { parseEnvironment, observabilitySettings, baseSettings } = await import(kit + 'config.ts')
    const { PASSPORT_KEYS, ...settings } = baseSettings
    const z = await import('zod/mini')
    const definition = {
      name: 'diagnostics',
      readConfig: (environment) => parseEnvironment(z.object(settings), environment),
      openDeps: async () => ({}),
      closeDeps: async () => {},
      app: () => (request, response) => response.end(),
    }
    const log = createLog({ service: 'test', level: 'silent' })
    const connections = { bus: memoryBus({ log }), rateLimitStore: memoryRateLimitStore() }
    const service = await startService(definition, ${JSON.stringify({ PORT: '0', LOG_LEVEL: 'silent', ...settings })}, connections)
    await (await fetch(service.url)).text()
    console.log(JSON.stringify([...loaded].sort()))
    process.exit(0)`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: join(import.meta.dirname, '../..') },
  )
  return JSON.parse(stdout)
}

test('packages of disabled metrics and traces are not loaded', async () => {
  const [forNobody, forMetrics, forTraces] = await Promise.all([
    loadedWith({}),
    loadedWith({ METRICS_PORT: '0' }),
    loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
  ])
  expect(forNobody).toEqual([])
  // prom-client depends on @opentelemetry/api.
  expect(forMetrics).toEqual(['@opentelemetry/api', 'prom-client'])
  expect(forTraces).toContain('@opentelemetry/sdk-trace')
  expect(forTraces).not.toContain('prom-client')
})

test('services of one process share a port but not their metrics', async () => {
  const watch = await open()
  const definition = { name: 'answerable_test_total', help: 'Calls.', labels: ['kind'] } as const
  const countOne = watch.metricsOf('auth').counter(definition)
  const countOther = watch.metricsOf('catalog').counter(definition)
  countOne({ kind: 'a' })
  countOther({ kind: 'a' }, 2)
  const text = await read(watch)
  expect(text).toContain('answerable_test_total{kind="a",service="auth"} 1\n')
  expect(text).toContain('answerable_test_total{kind="a",service="catalog"} 2\n')
  expect(text.match(/# TYPE answerable_test_total counter/g)).toHaveLength(1)
  expect(text).toMatch(/^process_open_fds\{service="site"\} \d+$/m)
})

test('a counter with known labels starts at 0', async () => {
  const watch = await open()
  const count = watch.metricsOf('auth').counter({
    name: 'answerable_known_total',
    help: 'Known.',
    labels: ['kind'],
    known: [{ kind: 'a' }, { kind: 'b' }],
  })
  count({ kind: 'a' })
  const text = await read(watch)
  expect(text).toContain('answerable_known_total{kind="a",service="auth"} 1\n')
  expect(text).toContain('answerable_known_total{kind="b",service="auth"} 0\n')
})

test('a metric that cannot be read is left out of the response', async () => {
  const watch = await open()
  const metrics = watch.metricsOf('auth')
  metrics.gauge({ name: 'answerable_away', help: 'Fails.' }, () =>
    Promise.reject(new Error('away')),
  )
  metrics.gauge({ name: 'answerable_there', help: 'Works.' }, async () => 3)
  const kinds = [{ labels: { kind: 'a' }, value: 4 }]
  metrics.total({ name: 'answerable_all_total', help: 'Works.', labels: ['kind'] }, () => kinds)
  for (let times = 0; times < 2; times += 1) {
    const text = await read(watch)
    expect(text).toContain('# TYPE answerable_away gauge')
    expect(text).not.toMatch(/^answerable_away/m)
    expect(text).toContain('answerable_there{service="auth"} 3\n')
    expect(text).toContain('answerable_all_total{kind="a",service="auth"} 4\n')
  }
})

test('the metrics port serves nothing else', async () => {
  const { metricsUrl } = await open()
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics/', 'GET'],
  ] as const) {
    expect((await fetch(new URL(path, metricsUrl ?? ''), { method })).status).toBe(404)
  }
})
