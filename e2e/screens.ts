import { boycottPath } from '@answerable/contracts/pages'
import type { Page } from '@playwright/test'
import { boycott, dialog, expectToast, reasonForFlag, rows } from './page-parts.ts'

/** A screen as people meet it, and the way there; it has come to rest when `open` is done. */
export type Screen = {
  name: string
  isForMembers?: true
  isMissing?: true
  open: (page: Page) => Promise<void>
}

export const feed: Screen = {
  name: 'feed',
  open: async (page) => {
    await page.goto('/')
    await rows(page).first().waitFor()
  },
}

export const detail: Screen = {
  name: 'detail',
  open: async (page) => {
    await page.goto(boycottPath((await boycott(page.request, 'Montgomery City Lines')).id))
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByRole('listitem')
      .first()
      .waitFor()
  },
}

export const submit: Screen = {
  name: 'submit',
  isForMembers: true,
  open: async (page) => {
    await page.goto('/submit')
    await page.getByRole('checkbox').waitFor()
  },
}

const refusedSubmit: Screen = {
  ...submit,
  name: 'submit, with what is missing marked',
  open: async (page) => {
    await submit.open(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^submit/i })
      .click()
    await page.getByRole('checkbox').and(page.locator('[aria-invalid]')).waitFor()
  },
}

export const signInByLink: Screen = {
  name: 'sign-in by link',
  open: async (page) => {
    await page.goto('/')
    const logIn = page.getByRole('button', { name: 'Log in' })
    const menu = page.getByRole('button', { name: 'Menu' })
    await logIn.or(menu).first().waitFor()
    if (await menu.isVisible()) await menu.click()
    await logIn.click()
    await dialog(page, 'Answerable').getByRole('button', { name: 'Sign in with Email' }).click()
    await dialog(page, 'Answerable').getByRole('button', { name: 'Send Auth Email' }).waitFor()
  },
}

const signInByCode: Screen = {
  name: 'sign-in by code',
  open: async (page) => {
    await signInByLink.open(page)
    await dialog(page, 'Answerable').getByRole('tab', { name: 'Code' }).click()
    await dialog(page, 'Answerable').getByLabel('6-digit code').waitFor()
  },
}

const flag: Screen = {
  name: 'flag',
  isForMembers: true,
  open: async (page) => {
    await page.goto('/')
    await page
      .getByRole('button', { name: /^Flag / })
      .first()
      .click()
    await reasonForFlag(page).waitFor()
  },
}

const notification: Screen = {
  name: 'notification',
  open: async (page) => {
    await detail.open(page)
    await page.getByRole('button', { name: 'Upvote' }).click()
    await expectToast(page, 'Login required')
    // With the focus on it, it stays.
    await page.keyboard.press('F8')
  },
}

export const missing: Screen = {
  name: '404',
  isMissing: true,
  open: async (page) => {
    await page.goto('/no/such/page')
    await page.getByRole('main').getByRole('heading').waitFor()
  },
}

export const screens: readonly Screen[] = [
  feed,
  detail,
  refusedSubmit,
  signInByLink,
  signInByCode,
  flag,
  notification,
  missing,
]

/** Only narrow screens have it. */
export const mobileMenu: Screen = {
  name: 'mobile menu',
  open: async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await dialog(page, 'Menu').waitFor()
  },
}
