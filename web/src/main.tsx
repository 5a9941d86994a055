import { startErrorRecovery } from './features/error-recovery/error-recovery.ts'
import { takeLinkToken } from './features/sign-in/link-token.ts'
import { openLink } from './features/sign-in/open-link.ts'
import { startSite } from './start.tsx'
import './styles/theme.css'

const openedLink = openLink(takeLinkToken(location, history))

const recovery = startErrorRecovery()

/** Not by waiting at the top level: the code of pages imports from this very file's, and would wait for it. */
void startSite({
  root: document.querySelector('#root') ?? document.body,
  openedLink,
  options: {
    onCaughtError: (error) => {
      console.error(error)
      recovery.report(error)
    },
    // React renders the page anew and it works, but a page that differs from the drawn one is a defect.
    onRecoverableError: (error) => console.error(error),
  },
})
