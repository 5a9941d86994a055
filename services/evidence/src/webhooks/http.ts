import { randomUUID } from 'node:crypto'
import { pathOf } from '@answerable/contracts/route'
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  webhookRequestLimits,
} from '@answerable/contracts/webhooks'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { webhookAddress } from './rules.ts'
import { sendMessage } from './send.ts'
import {
  insertWebhook,
  readDeliveries,
  readTarget,
  readWebhooks,
  removeWebhook,
  replaceSecret,
  replayDelivery,
  setState,
  type WithSecret,
} from './store.ts'

/** The administration of webhooks. */
export const webhooks = (
  router: Router,
  {
    pool,
    fetching,
    secrets,
    deliveries,
    isProduction,
  }: Pick<Deps, 'pool' | 'fetching' | 'secrets' | 'deliveries' | 'isProduction'>,
): void => {
  const withSecret = ({ webhook, secretId }: WithSecret) => ({
    webhook,
    secret: secrets.secretOf(secretId),
  })

  serve(router, listWebhooks, async () => ({
    canDeliver: deliveries !== null,
    webhooks: await readWebhooks(pool),
  }))

  serve(router, addWebhook, async ({ body }) => {
    if (deliveries === null) throw new AppError('webhooks_off')
    const checked = webhookAddress(body.address, { isProduction })
    if ('problem' in checked) {
      throw new AppError('invalid_request', { fields: { address: checked.problem } })
    }
    return withSecret(await insertWebhook(pool, { ...body, address: checked.address }))
  })

  serve(router, changeWebhook, async ({ params, body }) => {
    const webhook = await setState(pool, params.id, body.state)
    deliveries?.wake()
    return webhook
  })

  serve(router, deleteWebhook, async ({ params }) => {
    await removeWebhook(pool, params.id)
    return undefined
  })

  serve(router, rotateWebhookSecret, async ({ params }) =>
    withSecret(await replaceSecret(pool, params.id)),
  )

  serve(router, testWebhook, async ({ params }) => {
    if (fetching === null) throw new AppError('webhooks_off')
    const target = await readTarget(pool, params.id)
    const message = { type: 'webhook.test', timestamp: new Date().toISOString(), data: {} }
    const { outcome, text } = await sendMessage(
      { fetching, secrets },
      { ...target, id: `msg_${randomUUID()}`, body: JSON.stringify(message) },
      { seconds: webhookRequestLimits.testSeconds },
    )
    const { status, failure, milliseconds } = outcome
    return { status, failure, milliseconds, text }
  })

  serve(router, listWebhookDeliveries, async ({ params, query }) => {
    const { rows, total } = await readDeliveries(pool, params.id, query)
    return reply(rows, pageHeaders(pathOf(listWebhookDeliveries, { params }), query, total))
  })

  serve(router, replayWebhookDelivery, async ({ params }) => {
    if (deliveries === null) throw new AppError('webhooks_off')
    const delivery = await replayDelivery(pool, params.id)
    deliveries.wake()
    return delivery
  })
}
