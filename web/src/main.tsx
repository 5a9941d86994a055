import { startErrorRecovery } from './features/error-recovery/error-recovery.ts'
import { takeLinkToken } from './features/sign-in/link-token.ts'
import { openLink } from './features/sign-in/open-link.ts'
import { repeatFailedStyles } from './platform/repeat-styles.ts'
import { startSite } from './start.tsx'
import './styles/theme.css'

const openedLink = openLink(takeLinkToken(location, history))

const recovery = startErrorRecovery()
repeatFailedStyles()

/** No top-level await: lazy chunks import from this module and would wait for it. */
void startSite({
  root: document.querySelector('#root') ?? document.body,
  openedLink,
  options: {
    onCaughtError: (error) => {
      console.error(error)
      recovery.report(error)
    },
    // React recovers by rendering again, but a mismatch with the prerendered page is a defect.
    onRecoverableError: (error) => console.error(error),
  },
})
