import { passkeyNameLimits } from '@answerable/contracts/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { createPasskey, reasonOf } from './ceremonies.ts'
import { usePasskeysChanged } from './passkey-queries.ts'

export const AddPasskey = () => {
  const toast = useToast()
  const memberCall = useMemberCall()
  const changed = usePasskeysChanged()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useMutation({
    mutationFn: (chosen: string) => createPasskey(memberCall, chosen),
    onSuccess: async (passkey) => {
      setName('')
      toast({ title: 'Passkey added', description: passkey.name })
      await changed()
    },
    onError: (error) => setProblem(reasonOf(error)),
  })
  return (
    <form
      className="settings-form mt-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (add.isPending) return
        const chosen = name.trim()
        setProblem(chosen === '' ? 'This field is required.' : undefined)
        if (chosen !== '') add.mutate(chosen)
      }}
    >
      <Field
        label="Name of the new passkey"
        hint="To tell your passkeys apart, for example “Laptop”. Only you can see it."
        error={problem}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="passkey-name"
            autoComplete="off"
            maxLength={passkeyNameLimits.max}
            value={name}
            readOnly={add.isPending}
            onChange={(event) => {
              setProblem(undefined)
              setName(event.target.value)
            }}
          />
        )}
      </Field>
      <p role="status" className="text-sm text-soft empty:hidden">
        {add.isPending && 'Follow the instructions of your browser.'}
      </p>
      <button type="submit" className="button-secondary" disabled={add.isPending}>
        {add.isPending ? 'Waiting...' : 'Add a passkey'}
      </button>
    </form>
  )
}
