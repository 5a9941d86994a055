import { deleteAccount, requestDeletionCode } from '@answerable/contracts/own-account'
import { pages } from '@answerable/contracts/pages'
import { type CurrentUser, codeLength } from '@answerable/contracts/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWait } from '../../api/use-wait.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useSetCurrentUser } from '../../session/set-current-user.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'

type DialogProps = { user: CurrentUser; onClose: () => void }

/** Takes two steps, so that neither a mistake nor a stranger at an open screen deletes an account. */
export const DeleteAccountDialog = ({ user, onClose }: DialogProps) => {
  const memberCall = useMemberCall()
  const requestCode = useMutation({
    mutationFn: () => memberCall(() => call(requestDeletionCode, {})),
  })
  const wait = useWait(requestCode.error)
  return (
    <Dialog title="Delete your account" onClose={onClose}>
      {requestCode.isSuccess ? (
        <Confirmation user={user} onClose={onClose} />
      ) : (
        <div className="mt-4 grid gap-5">
          <p className="text-pretty">
            To confirm that it is you, we will send a code to{' '}
            <b className="wrap-anywhere">{user.email}</b>. Nothing is deleted until you enter it.
          </p>
          {requestCode.error !== null && wait === 0 && (
            <p role="alert" className="error-text">
              {messageFor(requestCode.error, 'Failed to send the code. Please try again.')}
            </p>
          )}
          <WaitNotice seconds={wait} />
          <div className="form-actions">
            <button type="button" className="button-secondary" onClick={onClose}>
              Keep my account
            </button>
            <button
              type="button"
              className="button-primary"
              disabled={requestCode.isPending || wait > 0}
              onClick={() => requestCode.mutate()}
            >
              {requestCode.isPending ? 'Sending...' : 'Send me a code'}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const Confirmation = ({ user, onClose }: DialogProps) => {
  const [username, setUsername] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const deletion = useDeleteAccount()
  const isReady =
    username.trim() === user.username && code.length === codeLength && !deletion.isPending

  return (
    <form
      className="mt-4 grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        deletion.mutate(
          { username: username.trim(), code },
          { onError: (error) => setProblems(problemsIn(error)) },
        )
      }}
    >
      <p role="status" className="text-pretty">
        We sent a code to <b className="wrap-anywhere">{user.email}</b>.
      </p>
      <CodeField
        code={code}
        error={problems.code}
        autoFocus
        onCode={(next) => {
          setProblems({})
          setCode(next)
        }}
      />
      <Field
        label="Your username"
        hint={
          <>
            Type <b className="text-ink wrap-anywhere">{user.username}</b> to confirm.
          </>
        }
        error={problems.username}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => {
              setProblems({})
              setUsername(event.target.value)
            }}
          />
        )}
      </Field>
      <div className="form-actions">
        <button type="button" className="button-secondary" onClick={onClose}>
          Keep my account
        </button>
        <button type="submit" className="button-primary" disabled={!isReady}>
          {deletion.isPending ? 'Deleting...' : 'Delete permanently'}
        </button>
      </div>
    </form>
  )
}

const problemsIn = (error: unknown): Record<string, string> => {
  const fields = error instanceof ApiError ? error.fields : {}
  if (fields.username !== undefined) return { username: fields.username }
  return { code: messageFor(error, 'Failed to delete the account. Please try again.') }
}

const useDeleteAccount = () => {
  const toast = useToast()
  const navigate = useNavigate()
  const memberCall = useMemberCall()
  const setCurrentUser = useSetCurrentUser()
  return useMutation({
    mutationFn: (body: { username: string; code: string }) =>
      memberCall(() => call(deleteAccount, { body })),
    onSuccess: () => {
      setCurrentUser(null)
      void navigate(pages.home)
      toast({ title: 'Account deleted', description: 'Thank you for being part of Answerable.' })
    },
  })
}
