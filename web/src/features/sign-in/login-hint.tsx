import { pages } from '@answerable/contracts/pages'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useSignIn } from '../../session/sign-in-context.ts'

type LoginHintProps = {
  heading: ReactNode
  /** Signed-in users get no button to log in. */
  user?: CurrentUser | null | undefined
  children: ReactNode
}

/** Shown instead of a page that the user may not see, or must sign in for. */
export const LoginHint = ({ heading, user, children }: LoginHintProps) => {
  const { open } = useSignIn()
  return (
    <div className="page-narrow">
      {heading}
      <p className="mt-3 text-pretty">{children}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {!user && (
          <button type="button" className="button-primary" onClick={open}>
            Log in
          </button>
        )}
        <Link to={pages.home} className="button-secondary">
          Back to Home
        </Link>
      </div>
    </div>
  )
}
