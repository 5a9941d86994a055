import { statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

export type Prometheus = {
  /** The metrics of one service, labelled with its name; several may share a process. */
  metricsOf: (service: string) => Metrics
  /** For example http://127.0.0.1:9464/metrics. */
  url: string
  close: () => Promise<void>
}

/** Serves the metrics of this process's services at a separate port for Prometheus. */
export const openPrometheus = async ({
  directory,
  ...address
}: {
  host: string
  port: number
  /** On the disk to measure. */
  directory: string
}): Promise<Prometheus> => {
  const client = await import('prom-client')
  const registries = new Map<string, Registry>()
  const ofProcess = new client.Registry()
  client.collectDefaultMetrics({ register: ofProcess })
  measureDisk(client, ofProcess, directory)

  const registryOf = (service: string): Registry => {
    const known = registries.get(service)
    if (known !== undefined) return known
    const registry = new client.Registry()
    registry.setDefaultLabels({ service })
    registries.set(service, registry)
    return registry
  }

  const render = async (): Promise<string> => {
    // Process metrics carry the name of the only service of the process, or else 'site'.
    const [only, ...others] = registries.keys()
    ofProcess.setDefaultLabels({ service: others.length === 0 ? (only ?? 'site') : 'site' })
    const all = [ofProcess, ...registries.values()]
    const parts = await Promise.all(all.map((registry) => registry.getMetricsAsJSON()))
    return client.AggregatorRegistry.aggregate(parts).metrics()
  }

  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    render().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': client.Registry.PROMETHEUS_CONTENT_TYPE })
          .end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = address.host.includes(':') ? `[${address.host}]` : address.host

  return {
    metricsOf: (service) => metricsIn(registryOf(service), client),
    url: `http://${host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const metricsIn = (registry: Registry, client: typeof import('prom-client')): Metrics => ({
  counter: ({ name, help, labels = [], known = [] }) => {
    const counter = new client.Counter({ name, help, labelNames: labels, registers: [registry] })
    for (const values of known) counter.inc(values, 0)
    return (values, by = 1) => counter.inc(values, by)
  },
  total: ({ name, help, labels = [] }, read) => {
    const counter = new client.Counter({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      collect: () => {
        counter.reset()
        const reading = read()
        if (typeof reading === 'number') counter.inc(reading)
        else for (const { labels: values, value } of reading) counter.inc(values, value)
      },
    })
  },
  histogram: ({ name, help, labels = [], bounds }) => {
    const histogram = new client.Histogram({
      name,
      help,
      labelNames: labels,
      buckets: [...bounds],
      registers: [registry],
    })
    return (values, value) => histogram.observe(values, value)
  },
  gauge: ({ name, help, labels = [] }, read) => {
    const gauge = new client.Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const reading = await readOrNothing(read)
        gauge.reset()
        if (labels.length === 0) gauge.remove()
        if (typeof reading === 'number') gauge.set(reading)
        else for (const { labels: values, value } of reading) gauge.set(values, value)
      },
    })
  },
})

/** In a container this is the container engine's disk, with its volumes unless they are elsewhere. */
const measureDisk = (
  client: typeof import('prom-client'),
  registry: Registry,
  directory: string,
): void => {
  const names = ['answerable_disk_free_bytes', 'answerable_disk_size_bytes'] as const
  const helps = ['Free disk space for unprivileged programs.', 'Total disk space.']
  for (const [index, name] of names.entries()) {
    const gauge = new client.Gauge({
      name,
      help: helps[index] ?? '',
      registers: [registry],
      async collect() {
        const { bsize, bavail, blocks } = await statfs(directory)
        gauge.set(bsize * (name === 'answerable_disk_free_bytes' ? bavail : blocks))
      },
    })
  }
}

const readOrNothing = async <Result>(read: () => Result | Promise<Result>) => {
  try {
    return await read()
  } catch {
    return []
  }
}
