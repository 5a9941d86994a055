import { inSpan, type Tracing } from '../observability/tracing.ts'
import type { Bus } from './bus.ts'

/** The bus with a span for each event on its way in and out, as part of the request that caused it. */
export const tracedBus = (bus: Bus, tracing: Tracing): Bus => ({
  ...bus,
  publish: (message) =>
    inSpan(
      tracing,
      {
        name: `publish ${message.subject}`,
        kind: 'producer',
        origin: { traceparent: message.traceparent, requestId: message.requestId },
      },
      () => bus.publish({ ...message, traceparent: tracing.traceparent() ?? undefined }),
    ),
  subscribe: (event, audience, handle) =>
    bus.subscribe(event, audience, (delivery) =>
      inSpan(
        tracing,
        {
          name: `process ${event.subject}`,
          kind: 'consumer',
          origin: { traceparent: delivery.traceparent, requestId: delivery.requestId },
        },
        () => handle(delivery),
      ),
    ),
})
