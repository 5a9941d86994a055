import { pageSize } from '@answerable/contracts/paging'
import {
  deliveryDays,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
  webhookFailures,
} from '@answerable/contracts/webhooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { DateAndTime } from '../../ui/date-and-time.tsx'
import { counted } from '../../ui/figures.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { NewerOlder } from '../../ui/newer-older.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useWebhooksChanged, webhookQueries } from './webhook-queries.ts'

type WebhookLogProps = { webhook: Webhook; canReplay: boolean }

/** The deliveries of a webhook, newest first. */
export const WebhookLog = ({ webhook, canReplay }: WebhookLogProps) => {
  const [page, setPage] = useState(1)
  const deliveries = useQuery(webhookQueries.deliveries(webhook.id, page))
  return (
    <>
      <ListStates
        what="deliveries"
        list={deliveries}
        empty={<p className="text-soft">No deliveries in the last {deliveryDays} days.</p>}
      >
        {(rows) => (
          <ol aria-label="Deliveries" aria-busy={deliveries.isPlaceholderData}>
            {rows.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} canReplay={canReplay} />
            ))}
          </ol>
        )}
      </ListStates>
      <NewerOlder
        page={page}
        hasOlder={page * pageSize < (deliveries.data?.total ?? 0)}
        isWaiting={deliveries.isPlaceholderData}
        onChange={setPage}
      />
    </>
  )
}

const Delivery = ({ delivery, canReplay }: { delivery: WebhookDelivery; canReplay: boolean }) => {
  const memberCall = useMemberCall()
  const changed = useWebhooksChanged()
  const replay = useMutation({
    mutationFn: () =>
      memberCall(() => call(replayWebhookDelivery, { params: { id: delivery.id } })),
    onSuccess: changed,
  })
  const { event, state, attempts, createdAt, nextAttemptAt } = delivery
  const response = responseOf(delivery)
  return (
    <li className="webhook-delivery">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="wrap-anywhere">{event}</code>
          <span className="badge" data-tone={state === 'failed' ? 'signal' : undefined}>
            {stateOf(delivery)}
          </span>
        </p>
        <p className="review-origin">
          <RelativeTime at={createdAt} />
          {attempts > 0 && <span>{counted(attempts, 'attempt')}</span>}
          {response !== null && <span>{response}</span>}
          {nextAttemptAt !== null && attempts > 0 && (
            <span>
              next attempt <DateAndTime at={nextAttemptAt} />
            </span>
          )}
        </p>
        {replay.error !== null && (
          <p role="alert" className="error-text">
            {messageFor(replay.error, 'Failed to send it again')}
          </p>
        )}
      </div>
      {canReplay && (
        <button
          type="button"
          className="button-secondary"
          disabled={replay.isPending || (state === 'waiting' && attempts === 0)}
          onClick={() => replay.mutate()}
        >
          Send again
        </button>
      )}
    </li>
  )
}

const stateOf = ({ state, attempts }: WebhookDelivery): string => {
  if (state === 'delivered') return 'Delivered'
  if (state === 'failed') return 'Failed'
  return attempts === 0 ? 'Waiting' : 'Will be retried'
}

/** What the receiver responded to the latest attempt, and how long it took. */
const responseOf = ({ status, failure, milliseconds }: WebhookDelivery): string | null => {
  const response = failure === null ? status && `Status ${status}` : webhookFailures[failure]
  if (response === null || response === 0) return null
  return milliseconds === null ? response : `${response} (${milliseconds.toLocaleString('en')} ms)`
}
