import { createHmac, type KeyObject } from 'node:crypto'

export type WebhookSecrets = {
  /** The secret as receivers get it, derived from the key of the site, so that the database does not contain it. */
  secretOf: (secretId: string) => string
  /** The headers of a message, signed with each of these secrets. */
  sign: (message: { id: string; body: string; secretIds: readonly string[] }) => SignedHeaders
}

type SignedHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

const prefix = 'whsec_'

export const webhookSecrets = (key: KeyObject): WebhookSecrets => {
  const bytesOf = (secretId: string): Buffer =>
    createHmac('sha256', key).update(`webhook ${secretId}`).digest()
  return {
    secretOf: (secretId) => `${prefix}${bytesOf(secretId).toString('base64')}`,
    sign: ({ id, body, secretIds }) => {
      const timestamp = String(Math.floor(Date.now() / 1_000))
      // Standard Webhooks 1.0, "Signature scheme": the HMAC-SHA-256 of `id.timestamp.body`, several separated by spaces.
      const signatures = secretIds.map(
        (secretId) =>
          `v1,${createHmac('sha256', bytesOf(secretId)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
      )
      return {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures.join(' '),
      }
    },
  }
}
