import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type MailRequest, queueMails } from '@answerable/contracts/mails'
import { AppError } from '@answerable/service-kit/errors'
import { serving } from '@answerable/service-kit/testing/serving'

/** An auth that stores the mails requested from it, each key once. */
export type FakeAuth = {
  url: string
  mails: MailRequest[]
  /** The number of requests of a mail with a known key. */
  repetitions: () => number
  /** Called before a batch is stored; throwing refuses it: with an AppError, or else with 503. */
  onBatch: (mails: readonly MailRequest[]) => Promise<void> | void
  /** Whether to lose the response after the batch is stored. */
  losesResponses: boolean
  stop: () => Promise<void>
}

export const startFakeAuth = async (): Promise<FakeAuth> => {
  let repetitions = 0
  const server = createServer(
    serving(async (request, response) => {
      const { mails } = queueMails.body.parse(JSON.parse(await text(request)))
      try {
        await auth.onBatch(mails)
      } catch (cause) {
        const refusal = cause instanceof AppError ? cause : new AppError('unavailable')
        const error = { code: refusal.code, message: refusal.message, requestId: 'test' }
        response
          .writeHead(refusal.status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error }))
        return
      }
      const known = new Set(auth.mails.map(({ key }) => key))
      const fresh = mails.filter(({ key }) => !known.has(key))
      repetitions += mails.length - fresh.length
      auth.mails.push(...fresh)
      if (auth.losesResponses) {
        response.destroy()
        return
      }
      response
        .writeHead(202, { 'content-type': 'application/json' })
        .end(JSON.stringify({ queued: fresh.length }))
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const auth: FakeAuth = {
    url: `http://127.0.0.1:${port}`,
    mails: [],
    repetitions: () => repetitions,
    onBatch: () => undefined,
    losesResponses: false,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return auth
}
