import { changeUsername, username as usernameSchema } from '@answerable/contracts/own-account'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWait } from '../../api/use-wait.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { useChangedUser } from './own-account.ts'

export const UsernameForm = ({ user }: { user: CurrentUser }) => {
  const toast = useToast()
  const memberCall = useMemberCall()
  const changed = useChangedUser()
  const [typed, setTyped] = useState(user.username)
  const [problem, setProblem] = useState<string>()
  const save = useMutation({
    mutationFn: (username: string) =>
      memberCall(() => call(changeUsername, { body: { username } })),
    onSuccess: ({ user }) => {
      changed(user)
      setTyped(user.username)
      toast({ title: 'Username changed', description: `Your username is now ${user.username}.` })
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      setProblem(fields.username ?? messageFor(error, 'Failed to change the username'))
    },
  })
  const wait = useWait(save.error)
  const isReady = typed.trim() !== user.username && !save.isPending && wait === 0

  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        const parsed = usernameSchema.safeParse(typed)
        if (parsed.success) save.mutate(parsed.data)
        else setProblem(parsed.error.issues[0]?.message)
      }}
    >
      <Field
        label="Username"
        hint="Shown next to everything you post. Your old username stays reserved for you for 30 days."
        error={problem}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            readOnly={save.isPending}
            onChange={(event) => {
              setProblem(undefined)
              setTyped(event.target.value)
            }}
          />
        )}
      </Field>
      <WaitNotice seconds={wait} />
      <button type="submit" className="button-primary" disabled={!isReady}>
        {save.isPending ? 'Saving...' : 'Save'}
      </button>
    </form>
  )
}
