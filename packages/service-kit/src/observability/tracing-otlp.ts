import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Origin, Tracing } from './tracing.ts'

export type Traces = { tracingOf: (service: string) => Tracing; close: () => Promise<void> }

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Exports traces by OTLP over HTTP. `share`, from 0 to 1, is the share of sampled traces. Sampling depends
 * only on the trace id, so that all services sample the same traces. Nothing is registered globally.
 */
export const openTraces = (options: { endpoint: string; share: number }): Traces => {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const providers: TracerProvider[] = []

  const tracingOf = (service: string): Tracing => {
    const ids = idsOfRequests()
    const exporter = new OTLPTraceExporter({
      url: `${options.endpoint.replace(/\/$/, '')}/v1/traces`,
      timeoutMillis: exportTimeoutMilliseconds,
    })
    const provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'answerable',
        'service.name': service,
      }),
      sampler: new TraceIdRatioBasedSampler(options.share),
      idGenerator: ids,
      spanProcessors: [
        new BatchSpanProcessor({ exporter, scheduledDelayMillis: batchMilliseconds }),
      ],
    })
    providers.push(provider)
    const tracer = provider.getTracer('answerable')
    return {
      begin: ({ name, kind, origin }) => {
        if ('begins' in origin) ids.next = idsOf(origin.begins)
        const span = tracer.startSpan(name, { kind: kinds[kind] }, parentOf(origin))
        const context = trace.setSpan(ROOT_CONTEXT, span)
        return {
          around: (work) => contexts.with(context, work),
          end: (outcome) => {
            if (outcome.name !== undefined) span.updateName(outcome.name)
            if (outcome.attributes !== undefined) span.setAttributes(outcome.attributes)
            if (outcome.failed) span.setStatus({ code: SpanStatusCode.ERROR })
            span.end()
          },
        }
      },
      traceparent: () => {
        const current = trace.getSpanContext(contexts.active())
        if (current === undefined) return null
        const flags = current.traceFlags.toString(16).padStart(2, '0')
        return `00-${current.traceId}-${current.spanId}-${flags}`
      },
    }
  }

  return {
    tracingOf,
    close: async () => {
      // Traces are dropped if the collector does not respond.
      await Promise.allSettled(providers.map((provider) => provider.shutdown()))
      contexts.disable()
    },
  }
}

/** A longer wait would delay the exit of a program whose collector does not respond. */
const exportTimeoutMilliseconds = 2_000

const batchMilliseconds = 1_000

type Ids = { traceId: string; spanId: string }

const requestIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The span ids of a request's first span, derived from the request id. */
const idsOf = (requestId: string | null): Ids | null => {
  if (requestId === null || !requestIdPattern.test(requestId)) return null
  const traceId = requestId.replaceAll('-', '')
  return { traceId, spanId: traceId.slice(16) }
}

const parentOf = (origin: Origin): Context => {
  if ('begins' in origin) return ROOT_CONTEXT
  const given = origin.traceparent === undefined ? null : parseTraceParent(origin.traceparent)
  if (given !== null) return trace.setSpanContext(ROOT_CONTEXT, given)
  const ids = idsOf(origin.requestId)
  if (ids === null) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...ids,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  })
}

/** Random ids, except for the next span. */
const idsOfRequests = () => {
  const random = new RandomIdGenerator()
  const generator = {
    next: null as Ids | null,
    generateTraceId: () => {
      const id = generator.next?.traceId ?? random.generateTraceId()
      generator.next = null
      return id
    },
    // Called before the trace id is generated.
    generateSpanId: () => generator.next?.spanId ?? random.generateSpanId(),
  }
  return generator
}
