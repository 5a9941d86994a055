import type { BaseConfig } from '../config.ts'
import { type Metrics, noMetrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** How a process is watched: by figures that Prometheus reads, and by traces that are sent away. */
export type Observability = {
  metricsOf: (service: string) => Metrics
  /** Null where no traces are wanted. */
  tracingOf: (service: string) => Tracing | null
  /** Where Prometheus reads; null where nobody does. */
  metricsUrl: string | null
  close: () => Promise<void>
}

type ObservabilitySettings = Pick<
  BaseConfig,
  'METRICS_PORT' | 'METRICS_HOST' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'
>

/** Starts what the settings ask for; `directory` is on the disk whose room is measured. What they do not ask for is not even loaded. */
export const openObservability = async (
  settings: ObservabilitySettings,
  directory = '/',
): Promise<Observability> => {
  const prometheus =
    settings.METRICS_PORT === undefined
      ? null
      : await (await import('./prometheus.ts')).openPrometheus({
          host: settings.METRICS_HOST,
          port: settings.METRICS_PORT,
          directory,
        })
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  const traces =
    endpoint === undefined
      ? null
      : (await import('./tracing-otlp.ts')).openTraces({
          endpoint,
          share: settings.OTEL_TRACES_SAMPLER_ARG,
        })
  return {
    metricsOf: (service) => prometheus?.metricsOf(service) ?? noMetrics,
    tracingOf: (service) => traces?.tracingOf(service) ?? null,
    metricsUrl: prometheus?.url ?? null,
    close: async () => {
      await Promise.all([prometheus?.close(), traces?.close()])
    },
  }
}
