import { inSpan, type Tracing } from '../observability/tracing.ts'
import type { Bus } from './bus.ts'

/** Adds a span for each publish and each delivery to the trace of the request that caused the event. */
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
