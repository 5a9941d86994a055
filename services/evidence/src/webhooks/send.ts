import { webhookRequestLimits } from '@answerable/contracts/webhooks'
import { FetchFailure } from '../fetching/failure.ts'
import type { Fetching } from '../fetching/fetching.ts'
import { failureOf, type Outcome, readRetryAfter } from './rules.ts'
import type { WebhookSecrets } from './signing.ts'

export type Message = { id: string; body: string; address: string; secretIds: readonly string[] }

/** Sends a signed message once, and returns the outcome with the beginning of the response. */
export const sendMessage = async (
  { fetching, secrets }: { fetching: Pick<Fetching, 'post'>; secrets: WebhookSecrets },
  { id, body, address, secretIds }: Message,
  { seconds, stopping }: { seconds: number; stopping?: AbortSignal },
): Promise<{ outcome: Outcome; text: string }> => {
  const startedAt = performance.now()
  const elapsed = (): number => Math.round(performance.now() - startedAt)
  const limit = AbortSignal.timeout(seconds * 1_000)
  try {
    const { status, retryAfter, text } = await fetching.post(address, {
      headers: secrets.sign({ id, body, secretIds }),
      body,
      maxBytes: webhookRequestLimits.responseBytes,
      signal: stopping === undefined ? limit : AbortSignal.any([limit, stopping]),
    })
    const retryAfterSeconds = readRetryAfter(retryAfter)
    return {
      outcome: { status, failure: null, retryAfterSeconds, milliseconds: elapsed() },
      text,
    }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return {
      outcome: { status: null, failure: failureOf(error.kind), milliseconds: elapsed() },
      text: '',
    }
  }
}
