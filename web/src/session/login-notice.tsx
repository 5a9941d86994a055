import type { ReactNode } from 'react'
import { useSignIn } from './sign-in-context.ts'

type LoginNoticeProps = {
  button?: 'button-primary' | 'button-secondary'
  /** Why it is shown. */
  children: ReactNode
}

/** Shown to visitors in place of a form for members. */
export const LoginNotice = ({ button = 'button-secondary', children }: LoginNoticeProps) => {
  const { open } = useSignIn()
  return (
    <div className="notice">
      <p>{children}</p>
      <button type="button" className={`${button} mt-3`} onClick={open}>
        Log in
      </button>
    </div>
  )
}
