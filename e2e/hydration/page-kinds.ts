import { boycottPath, pages } from '@answerable/contracts/pages'
import type { Page } from '@playwright/test'
import { dialog } from '../page-parts.ts'
import type { Notices } from './notices.ts'

type Browsing = 'visitor' | 'member' | 'administrator' | 'follows the mailed link'

export type PageKind = {
  name: string
  as: Browsing
  /** From a link on another site: browsers send no session, and the gateway returns the page for visitors. */
  fromElsewhere?: true
  /** Path of the page, given the id of a submission. */
  path: (id: string) => string
  /** Button to press before the application has loaded; none on a page that the application renders. */
  press?: string
  /** Resolves once the page shows the effect of the press. */
  effectShown: (page: Page, notices: Notices) => Promise<void>
}

const upvote = 'main button[data-direction="up"]'
const logInHere = 'main button.button-primary'
const logInAbove = 'header .header-account .button-secondary'

const shownNotice = (title: string) => (_page: Page, notices: Notices) => notices.shown(title)
const shownSignIn = (page: Page) => dialog(page, 'Answerable').waitFor()
const shownVote = (page: Page) => page.locator(`${upvote}[aria-pressed="true"]`).first().waitFor()
const shownHeading = (name: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

export const pageKinds: readonly PageKind[] = [
  {
    name: 'feed',
    as: 'visitor',
    path: () => pages.home,
    press: upvote,
    effectShown: shownNotice('Login required'),
  },
  {
    name: 'feed, from another site by a member',
    as: 'member',
    fromElsewhere: true,
    path: () => pages.home,
    press: upvote,
    effectShown: shownVote,
  },
  {
    name: 'submission',
    as: 'visitor',
    path: boycottPath,
    press: upvote,
    effectShown: shownNotice('Login required'),
  },
  {
    name: 'submission, from another site by a member',
    as: 'member',
    fromElsewhere: true,
    path: boycottPath,
    press: upvote,
    effectShown: shownVote,
  },
  {
    name: 'about',
    as: 'visitor',
    path: () => pages.about,
    press: logInAbove,
    effectShown: shownSignIn,
  },
  {
    name: 'submit',
    as: 'visitor',
    path: () => pages.submit,
    press: logInHere,
    effectShown: shownSignIn,
  },
  {
    name: 'sign-in link',
    as: 'follows the mailed link',
    path: () => pages.authCallback,
    effectShown: shownNotice('Welcome!'),
  },
  {
    name: 'settings',
    as: 'member',
    path: () => pages.settings,
    effectShown: shownHeading('Settings'),
  },
  {
    name: 'admin',
    as: 'administrator',
    path: () => pages.admin,
    effectShown: shownHeading('Admin'),
  },
]
