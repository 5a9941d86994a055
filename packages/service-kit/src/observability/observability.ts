import type { BaseConfig } from '../config.ts'
import { type Metrics, noMetrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** The metrics and traces of a process. */
export type Observability = {
  metricsOf: (service: string) => Metrics
  /** Null if traces are off. */
  tracingOf: (service: string) => Tracing | null
  /** URL for Prometheus; null if metrics are off. */
  metricsUrl: string | null
  close: () => Promise<void>
}

type ObservabilitySettings = Pick<
  BaseConfig,
  'METRICS_PORT' | 'METRICS_HOST' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'
>

/**
 * Starts metrics and traces as set. `directory` is on the disk to measure. Packages of disabled parts are
 * not loaded.
 */
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
