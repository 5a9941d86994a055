import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'
import { type Route, route } from './route.ts'
import { line } from './text.ts'

/** The events and their descriptions, in the order of the form. */
export const webhookEvents = {
  'boycott.created': 'A boycott is proposed',
  'boycott.status_changed': 'A boycott changes its status',
  'boycott.removed': 'A boycott is removed from public view',
  'boycott.restored': 'A removed boycott is public again',
  'business.responded': 'A business publishes or edits its response',
  'moderation.decision': 'A decision is added to the moderation log',
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const webhookEvent = z.enum(Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]])

export const maxWebhooks = 20

/** Length of an address and of a description, in UTF-16 code units. */
export const webhookLimits = {
  address: { min: 1, max: 2_000 },
  description: { min: 0, max: 200 },
} as const

/** Longest time until a response, and the size of its part that is read. A test waits less, because an administrator waits for it. */
export const webhookRequestLimits = {
  deliverySeconds: 10,
  testSeconds: 3,
  responseBytes: 500,
} as const

/**
 * Pauses after the first, second, … failed attempt. Each one is up to a tenth longer, so that deliveries which failed
 * together are not repeated together. The last attempt is a day after the first one, or later if the site was off.
 */
export const webhookPausesSeconds = [
  5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800,
] as const
export const webhookRetryDaySeconds = 86_400
/** A delivery fails and a webhook is disabled only after this many failed attempts, even if the day is over. */
export const webhookAttempts = webhookPausesSeconds.length + 1
/** Longest pause that a receiver can ask for with `Retry-After`. */
export const maxRetryAfterSeconds = 28_800
/** How long the former secret signs too, after it was replaced. */
export const formerSecretSeconds = 86_400
/** How long the log keeps deliveries. */
export const deliveryDays = 30

/** Why a receiver was not reached. */
export const webhookFailures = {
  'not-public': 'The address does not belong to a public server.',
  'no-such-host': 'This host name does not exist.',
  'no-name-server': 'The host name could not be looked up.',
  'no-connection': 'The server does not accept connections.',
  'no-valid-certificate': 'The certificate of the server is not valid.',
  'no-valid-response': 'The server sent no valid response.',
  'too-late': 'The server did not respond in time.',
} as const
export type WebhookFailure = keyof typeof webhookFailures
const webhookFailure = z.enum(Object.keys(webhookFailures) as [WebhookFailure, ...WebhookFailure[]])

/** Why the site disabled a webhook: a delivery failed and none succeeded for a day, or the receiver responded 410. */
export const disabledReason = z.enum(['failing', 'gone'])
export type DisabledReason = z.output<typeof disabledReason>

export const webhook = z.strictObject({
  id: z.uuid(),
  address: z.string(),
  description: z.string(),
  events: z.array(webhookEvent),
  /** Only active ones get deliveries. */
  state: z.enum(['active', 'paused', 'disabled']),
  /** Null unless it is disabled. */
  disabledReason: z.nullable(disabledReason),
  disabledAt: z.nullable(z.iso.datetime()),
  /** Since when no delivery has succeeded; null after a success. */
  failingSince: z.nullable(z.iso.datetime()),
  /** Until when the former secret signs too; null if there is none. */
  formerSecretUntil: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type Webhook = z.output<typeof webhook>

export const webhookDelivery = z.strictObject({
  id: z.uuid(),
  event: webhookEvent,
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** Since the event or the latest replay. */
  attempts: z.int(),
  lastAttemptAt: z.nullable(z.iso.datetime()),
  /** Of the latest response; null if there was none. */
  status: z.nullable(z.int()),
  failure: z.nullable(webhookFailure),
  /** Duration of the latest attempt. */
  milliseconds: z.nullable(z.int()),
  /** Null unless it is waiting. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

const own = { service: 'evidence', access: 'admin' } as const satisfies Partial<Route>
const params = z.strictObject({ id: z.uuid() })

/** Oldest first. */
export const listWebhooks = route({
  ...own,
  method: 'GET',
  path: '/api/admin/webhooks',
  response: z.strictObject({
    /** False if the operator has turned connections to other servers off. */
    canDeliver: z.boolean(),
    webhooks: z.array(webhook),
  }),
})
export type WebhookList = z.output<typeof listWebhooks.response>

const secret = z.string().check(z.startsWith('whsec_'))

/** The response shows the secret; later reads do not. */
export const addWebhook = route({
  ...own,
  method: 'POST',
  path: '/api/admin/webhooks',
  body: z.strictObject({
    /** https, or http on a development site; on the usual port. */
    address: line(webhookLimits.address),
    description: z._default(line(webhookLimits.description), ''),
    events: z
      .array(webhookEvent)
      .check(z.minLength(1, 'Choose at least one event.'), z.maxLength(20)),
  }),
  response: z.strictObject({ webhook, secret }),
  status: 201,
  errors: ['too_many_webhooks', 'webhooks_off'],
})

/** Pauses a webhook, or resumes one that is paused or disabled: deliveries that wait are then due at once. */
export const changeWebhook = route({
  ...own,
  method: 'PATCH',
  path: '/api/admin/webhooks/:id',
  params,
  body: z.strictObject({ state: z.enum(['active', 'paused']) }),
  response: webhook,
  errors: ['webhook_not_found'],
})

/** Deletes a webhook with its log. */
export const deleteWebhook = route({
  ...own,
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  params,
  status: 204,
  errors: ['webhook_not_found'],
})

/** Replaces the secret. The former one signs too, for `formerSecretSeconds`. */
export const rotateWebhookSecret = route({
  ...own,
  method: 'POST',
  path: '/api/admin/webhooks/:id/secret',
  params,
  response: z.strictObject({ webhook, secret }),
  errors: ['webhook_not_found'],
})

/** Sends a `webhook.test` message now, in any state, and shows what the receiver responds. It is not in the log. */
export const testWebhook = route({
  ...own,
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  needsConfirmation: false,
  params,
  response: z.strictObject({
    /** Null if there was no response. */
    status: z.nullable(z.int()),
    failure: z.nullable(webhookFailure),
    milliseconds: z.int(),
    /** The beginning of the response, as plain text. */
    text: z.string(),
  }),
  errors: ['webhook_not_found', 'webhooks_off'],
})
export type WebhookTest = z.output<typeof testWebhook.response>

/** Newest first. */
export const listWebhookDeliveries = route({
  ...own,
  method: 'GET',
  path: '/api/admin/webhooks/:id/deliveries',
  params,
  query: z.strictObject(pageQuery),
  response: z.array(webhookDelivery),
  errors: ['webhook_not_found'],
})

/** Sends a delivery again, with the same id and body. It is retried like a new one. */
export const replayWebhookDelivery = route({
  ...own,
  method: 'POST',
  path: '/api/admin/webhook-deliveries/:id/replay',
  needsConfirmation: false,
  params,
  response: webhookDelivery,
  errors: ['delivery_not_found', 'webhook_inactive', 'webhooks_off'],
})
