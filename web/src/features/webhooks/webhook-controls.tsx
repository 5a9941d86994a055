import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookTest,
  webhookFailures,
} from '@answerable/contracts/webhooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { useWebhooksChanged } from './webhook-queries.ts'

type WebhookControlsProps = {
  webhook: Webhook
  name: string
  canDeliver: boolean
  onSecret: (secret: string) => void
  onDeleted: () => void
}

/** The buttons of a webhook, the outcome of a test, and questions before changes that cannot be undone. */
export const WebhookControls = (props: WebhookControlsProps) => {
  const { webhook, name, canDeliver, onSecret, onDeleted } = props
  const params = { id: webhook.id }
  const toast = useToast()
  const memberCall = useMemberCall()
  const changed = useWebhooksChanged()
  const [question, setQuestion] = useState<'replace' | 'delete'>()
  const isActive = webhook.state === 'active'
  const test = useMutation({ mutationFn: () => memberCall(() => call(testWebhook, { params })) })
  const change = useMutation({
    mutationFn: () =>
      memberCall(() =>
        call(changeWebhook, { params, body: { state: isActive ? 'paused' : 'active' } }),
      ),
    onSuccess: changed,
  })
  const replace = useMutation({
    mutationFn: () => memberCall(() => call(rotateWebhookSecret, { params })),
    onSuccess: async ({ secret }) => {
      setQuestion(undefined)
      onSecret(secret)
      await changed()
    },
  })
  const remove = useMutation({
    mutationFn: () => memberCall(() => call(deleteWebhook, { params })),
    onSuccess: async () => {
      toast({ title: 'Webhook deleted', description: name })
      onDeleted()
      await changed()
    },
  })
  const error = test.error ?? change.error ?? replace.error ?? remove.error
  return (
    <>
      <div className="webhook-buttons">
        {canDeliver && (
          <button
            type="button"
            className="button-secondary"
            aria-label={`Send a test to ${name}`}
            disabled={test.isPending}
            onClick={() => test.mutate()}
          >
            {test.isPending ? 'Sending...' : 'Send a test'}
          </button>
        )}
        <button
          type="button"
          className="button-secondary"
          aria-label={`${isActive ? 'Pause' : 'Resume'} ${name}`}
          disabled={change.isPending}
          onClick={() => change.mutate()}
        >
          {isActive ? 'Pause' : 'Resume'}
        </button>
        <button
          type="button"
          className="button-secondary"
          aria-label={`Replace secret of ${name}`}
          aria-expanded={question === 'replace'}
          onClick={() => setQuestion(question === 'replace' ? undefined : 'replace')}
        >
          Replace secret
        </button>
        <button
          type="button"
          className="button-secondary"
          aria-label={`Delete ${name}`}
          aria-expanded={question === 'delete'}
          onClick={() => setQuestion(question === 'delete' ? undefined : 'delete')}
        >
          Delete
        </button>
      </div>
      {question === 'replace' && (
        <Question
          text="Replace the secret? For a day, messages are signed with the new secret and with the current one."
          label="Replace the secret"
          isPending={replace.isPending}
          onConfirm={() => replace.mutate()}
          onCancel={() => setQuestion(undefined)}
        />
      )}
      {question === 'delete' && (
        <Question
          text={`Delete the webhook ${name} and its log? This cannot be undone.`}
          label={`Delete ${name}`}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setQuestion(undefined)}
        />
      )}
      {error !== null && (
        <p role="alert" className="error-text">
          {messageFor(error, 'Failed to change the webhook')}
        </p>
      )}
      <div role="status">{test.data !== undefined && <TestOutcome outcome={test.data} />}</div>
    </>
  )
}

type QuestionProps = {
  text: string
  label: string
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}

const Question = ({ text, label, isPending, onConfirm, onCancel }: QuestionProps) => (
  <div className="notice grid gap-3">
    <p className="text-pretty wrap-anywhere">{text}</p>
    <div className="flex flex-wrap gap-3">
      {/* biome-ignore lint/a11y/noAutofocus: it answers the button that was pressed */}
      <button type="button" className="button-secondary" autoFocus onClick={onCancel}>
        Cancel
      </button>
      <button type="button" className="button-primary" disabled={isPending} onClick={onConfirm}>
        {label}
      </button>
    </div>
  </div>
)

const TestOutcome = ({ outcome }: { outcome: WebhookTest }) => {
  const { status, failure, milliseconds, text } = outcome
  const isSuccess = status !== null && status >= 200 && status <= 299
  return (
    <div className="notice">
      <p>
        {isSuccess ? 'The test was accepted.' : 'The test failed.'}{' '}
        {failure === null ? `Status ${status}` : webhookFailures[failure]}{' '}
        <span className="text-soft">({milliseconds.toLocaleString('en')} ms)</span>
      </p>
      {text !== '' && (
        <p className="mt-1 text-sm wrap-anywhere">
          <span className="text-soft">Response: </span>
          <code>{text}</code>
        </p>
      )}
    </div>
  )
}
