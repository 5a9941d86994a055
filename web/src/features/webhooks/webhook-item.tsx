import type { Webhook } from '@answerable/contracts/webhooks'
import { CopyField } from '../../ui/copy-field.tsx'
import { DateAndTime } from '../../ui/date-and-time.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { WebhookControls } from './webhook-controls.tsx'
import { WebhookLog } from './webhook-log.tsx'

type WebhookItemProps = {
  webhook: Webhook
  canDeliver: boolean
  /** Just created; shown until the page is left. */
  secret: string | undefined
  onSecret: (secret: string) => void
  onDeleted: () => void
}

export const WebhookItem = (props: WebhookItemProps) => {
  const { webhook, canDeliver, secret, onSecret, onDeleted } = props
  const name = nameOf(webhook)
  return (
    <li className="record webhook">
      <div className="record-head">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <StateBadge webhook={webhook} />
      </div>
      <p className="webhook-address">
        <code>{webhook.address}</code>
      </p>
      <p className="review-origin">
        {webhook.events.map((event) => (
          <code key={event}>{event}</code>
        ))}
        <span>
          added <RelativeTime at={webhook.createdAt} />
        </span>
        {webhook.formerSecretUntil !== null && (
          <span>
            the former secret is valid until <DateAndTime at={webhook.formerSecretUntil} />
          </span>
        )}
      </p>
      <Trouble webhook={webhook} />
      {secret !== undefined && (
        <div className="notice">
          <CopyField label="Secret" text={secret} />
          <p className="mt-2 text-sm">
            Store the secret at the receiver now. It is not shown again.
          </p>
        </div>
      )}
      <WebhookControls
        webhook={webhook}
        name={name}
        canDeliver={canDeliver}
        onSecret={onSecret}
        onDeleted={onDeleted}
      />
      <Disclosure
        button="Deliveries"
        buttonClass="quiet-link"
        label={`Deliveries of ${name}`}
        panelClass="webhook-log"
      >
        {() => (
          <WebhookLog webhook={webhook} canReplay={canDeliver && webhook.state === 'active'} />
        )}
      </Disclosure>
    </li>
  )
}

const nameOf = ({ description, address }: Webhook): string =>
  description === '' ? new URL(address).hostname : description

const states = { active: 'Active', paused: 'Paused', disabled: 'Disabled' } as const

const StateBadge = ({ webhook: { state } }: { webhook: Webhook }) => (
  <span className="badge" data-tone={state === 'disabled' ? 'signal' : undefined}>
    {states[state]}
  </span>
)

const Trouble = ({ webhook }: { webhook: Webhook }) => {
  const { state, disabledReason, disabledAt, failingSince } = webhook
  if (state === 'disabled' && disabledAt !== null)
    return (
      <p className="notice">
        Disabled <RelativeTime at={disabledAt} />:{' '}
        {disabledReason === 'gone'
          ? 'the receiver responded that this address is gone.'
          : 'no delivery has succeeded for a day.'}
      </p>
    )
  if (state === 'active' && failingSince !== null)
    return (
      <p className="notice">
        Deliveries began to fail <RelativeTime at={failingSince} />. If none succeeds for a day, the
        webhook is disabled.
      </p>
    )
  return null
}
