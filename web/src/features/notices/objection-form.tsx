import { noticeLimits } from '@answerable/contracts/notices'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useWait } from '../../api/use-wait.ts'
import { Field } from '../../ui/field.tsx'
import { longDate } from '../../ui/long-date.ts'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { useObjectToNotice } from './notice-queries.ts'

type ObjectionFormProps = { token: string; until: string }

/** The text stays in the form after an error. It is not stored, because the link may be opened anywhere. */
export const ObjectionForm = ({ token, until }: ObjectionFormProps) => {
  const [text, setText] = useState('')
  const object = useObjectToNotice(token)
  const wait = useWait(object.error)
  const isReady = text.trim() !== '' && !object.isPending && wait === 0
  return (
    <form
      className="mt-8 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) object.mutate(text.trim())
      }}
    >
      <Field
        label="Object to this decision"
        hint={`You can object once, until ${longDate(until)}. If the site has more than one administrator, another one decides.`}
        error={object.error instanceof ApiError ? object.error.fields.text : undefined}
        length={{ used: text.length, limit: noticeLimits.objection.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            readOnly={object.isPending}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <WaitNotice seconds={wait} />
      {object.isError && (
        <p role="alert" className="error-text">
          {messageFor(object.error, 'Failed to send the objection. Please try again.')}
        </p>
      )}
      <button type="submit" className="button-primary justify-self-start" disabled={!isReady}>
        {object.isPending ? 'Sending...' : 'Send objection'}
      </button>
    </form>
  )
}
