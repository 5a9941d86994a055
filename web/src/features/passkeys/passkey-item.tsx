import {
  type Passkey,
  passkeyNameLimits,
  removePasskey,
  renamePasskey,
} from '@answerable/contracts/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { usePasskeysChanged } from './passkey-queries.ts'

type PasskeyItemProps = { passkey: Passkey; isLast: boolean; isRequired: boolean }

/** A passkey with its facts, or the form that was opened for it. */
export const PasskeyItem = (props: PasskeyItemProps) => {
  const [form, setForm] = useState<'rename' | 'remove'>()
  const close = () => setForm(undefined)
  const { passkey, isLast, isRequired } = props
  if (form === 'rename') return <RenameForm passkey={passkey} onClose={close} />
  if (form === 'remove') return <RemoveForm passkey={passkey} isLast={isLast} onClose={close} />
  return (
    <li>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{passkey.name}</p>
        <p className="text-sm text-soft">
          added <RelativeTime at={passkey.createdAt} /> ·{' '}
          {passkey.lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <RelativeTime at={passkey.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button-secondary"
          aria-label={`Rename ${passkey.name}`}
          onClick={() => setForm('rename')}
        >
          Rename
        </button>
        {!(isLast && isRequired) && (
          <button
            type="button"
            className="button-secondary"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => setForm('remove')}
          >
            Remove
          </button>
        )}
      </div>
    </li>
  )
}

type FormProps = { passkey: Passkey; onClose: () => void }

const RenameForm = ({ passkey, onClose }: FormProps) => {
  const memberCall = useMemberCall()
  const changed = usePasskeysChanged()
  const [name, setName] = useState(passkey.name)
  const [problem, setProblem] = useState<string>()
  const rename = useMutation({
    mutationFn: (chosen: string) =>
      memberCall(() => call(renamePasskey, { params: { id: passkey.id }, body: { name: chosen } })),
    onSuccess: async () => {
      await changed()
      onClose()
    },
    onError: (error) => setProblem(messageFor(error, 'Failed to rename the passkey')),
  })
  return (
    <li>
      <form
        className="settings-form grow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (rename.isPending) return
          const chosen = name.trim()
          setProblem(chosen === '' ? 'This field is required.' : undefined)
          if (chosen !== '') rename.mutate(chosen)
        }}
      >
        <Field label={`New name of ${passkey.name}`} error={problem}>
          {(control) => (
            <input
              {...control}
              className="input"
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
              autoFocus
              maxLength={passkeyNameLimits.max}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="form-actions">
          <button type="button" className="button-secondary" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button-primary" disabled={rename.isPending}>
            Save
          </button>
        </div>
      </form>
    </li>
  )
}

const RemoveForm = ({ passkey, isLast, onClose }: FormProps & { isLast: boolean }) => {
  const toast = useToast()
  const memberCall = useMemberCall()
  const changed = usePasskeysChanged()
  const remove = useMutation({
    mutationFn: () => memberCall(() => call(removePasskey, { params: { id: passkey.id } })),
    onSuccess: async () => {
      toast({ title: 'Passkey removed', description: passkey.name })
      await changed()
    },
  })
  return (
    <li>
      <div className="grid gap-3">
        <p className="text-pretty">
          Remove <b className="wrap-anywhere">{passkey.name}</b>?{' '}
          {isLast
            ? 'This is your last passkey. Without it, anyone who steals your session or gets into your mailbox can make decisions in your name.'
            : 'It can no longer confirm your decisions.'}
        </p>
        {remove.error !== null && (
          <p role="alert" className="error-text">
            {messageFor(remove.error, 'Failed to remove the passkey')}
          </p>
        )}
        <div className="form-actions">
          {/* biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus */}
          <button type="button" className="button-secondary" autoFocus onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button-primary"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Remove {passkey.name}
          </button>
        </div>
      </div>
    </li>
  )
}
