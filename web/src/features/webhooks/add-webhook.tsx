import {
  addWebhook,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '@answerable/contracts/webhooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblems } from '../../ui/use-problems.ts'
import { useWebhooksChanged } from './webhook-queries.ts'

const choices = Object.entries(webhookEvents) as [WebhookEvent, string][]
const empty = { address: '', description: '' }

/** `onAdded` gets the secret, which is shown once. */
export const AddWebhook = ({ onAdded }: { onAdded: (id: string, secret: string) => void }) => {
  const toast = useToast()
  const memberCall = useMemberCall()
  const changed = useWebhooksChanged()
  const [fields, setFields] = useState(empty)
  const [events, setEvents] = useState<readonly WebhookEvent[]>([])
  const { problems, setProblems, clear, isComplete } = useProblems()
  const add = useMutation({
    mutationFn: () =>
      memberCall(() => call(addWebhook, { body: { ...fields, events: [...events] } })),
    onSuccess: async ({ webhook, secret }) => {
      setFields(empty)
      setEvents([])
      toast({ title: 'Webhook added' })
      await changed()
      onAdded(webhook.id, secret)
    },
    onError: (error) => error instanceof ApiError && setProblems(error.fields),
  })
  const change = (given: Partial<typeof empty>) => {
    setFields({ ...fields, ...given })
    clear(Object.keys(given))
  }
  const choose = (event: WebhookEvent, isChosen: boolean) => {
    setEvents(isChosen ? [...events, event] : events.filter((one) => one !== event))
    clear(['events'])
  }
  const send = (form: HTMLFormElement) => {
    if (add.isPending) return
    const missing = {
      ...(fields.address.trim() === '' && { address: 'This field is required.' }),
      ...(events.length === 0 && { events: 'Choose at least one event.' }),
    }
    if (isComplete(form, missing)) add.mutate()
  }
  return (
    <form
      className="webhook-form"
      aria-label="Add a webhook"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <Field
        label="Address"
        hint="The https address that receives the events. Only administrators see it."
        error={problems.address}
        length={{ used: fields.address.length, limit: webhookLimits.address.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="address"
            type="url"
            autoComplete="off"
            spellCheck={false}
            required
            value={fields.address}
            onChange={({ target }) => change({ address: target.value })}
          />
        )}
      </Field>
      <Field
        label="Description (optional)"
        error={problems.description}
        length={{ used: fields.description.length, limit: webhookLimits.description.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="description"
            autoComplete="off"
            value={fields.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </Field>
      <fieldset
        aria-describedby={problems.events === undefined ? undefined : 'webhook-events-error'}
      >
        <legend className="font-semibold">Events</legend>
        {problems.events !== undefined && (
          <p id="webhook-events-error" className="text-sm error-text">
            {problems.events}
          </p>
        )}
        {choices.map(([event, label]) => (
          <label key={event} className="checkbox">
            <input
              type="checkbox"
              name="events"
              checked={events.includes(event)}
              onChange={({ target }) => choose(event, target.checked)}
            />
            <span>
              {label} <code className="text-sm text-soft wrap-anywhere">{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
      {add.error !== null && (
        <p role="alert" className="error-text">
          {messageFor(add.error, 'Failed to add the webhook')}
        </p>
      )}
      <div>
        <button type="submit" className="button-primary" disabled={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add webhook'}
        </button>
      </div>
    </form>
  )
}
