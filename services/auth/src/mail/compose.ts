import { pages } from '@answerable/contracts/pages'
import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { countryName } from '../geolocation/rules.ts'
import { type Mail, mailOf } from './layout.ts'
import type { DueNotice } from './notices.ts'

export const composeSignInMail = (content: {
  origin: string
  to: string
  token: string
  code: string
}): Mail => {
  const { origin, to, token, code } = content
  const link = `${origin}${pages.authCallback}?token=${token}`
  return mailOf({
    to,
    // Without the code: subjects are shown on locked screens.
    subject: 'Sign in to Answerable',
    link,
    code,
    paragraphs: [
      'Hello,',
      'Open this link to sign in to Answerable:',
      { link, label: 'Sign in to Answerable' },
      'Or enter this code in the browser where you requested this email:',
      { code },
      `The link and the code expire in ${minutes} minutes. Using one cancels the other.`,
      'If you did not request this email, you can ignore it: nobody can sign in with your address without it. Never share the link or the code with anyone.',
    ],
  })
}

export const composeDeletionMail = (content: {
  origin: string
  to: string
  code: string
}): Mail => {
  const { origin, to, code } = content
  return mailOf({
    to,
    subject: 'Delete your Answerable account',
    link: null,
    code,
    paragraphs: [
      'Hello,',
      'Enter this code on the settings page to delete your account permanently:',
      { code },
      `The code expires in ${minutes} minutes and cannot be used for anything else.`,
      `If you did not request this code, do not share it. Someone is using a browser that is signed in to your account. Sign that browser out in your settings: ${settingsOf(origin)}`,
    ],
  })
}

/** Names the domain only: a business can be named by anyone. */
export const composeClaimMail = (content: { origin: string; to: string; code: string }): Mail => {
  const { origin, to, code } = content
  const domain = to.slice(to.lastIndexOf('@') + 1)
  return mailOf({
    to,
    subject: `Your code for ${domain} on Answerable`,
    link: null,
    code,
    paragraphs: [
      'Hello,',
      `A member of Answerable (${origin}) wants to prove that they speak for ${domain}, and gave this address. If it was you, enter this code on the page where you requested it:`,
      { code },
      `The code expires in ${minutes} minutes. With it, the member can publish official responses in the name of ${domain}.`,
      'If it was not you, do not share the code with anyone. You can ignore this email.',
    ],
  })
}

export const composeNewDeviceMail = ({
  origin,
  notice,
}: {
  origin: string
  notice: DueNotice
}): Mail => {
  const { email, device, country, at } = notice
  const link = settingsOf(origin)
  const time = `${at.toISOString().slice(0, 10)}, ${at.toISOString().slice(11, 16)} UTC`
  const place = country === null ? 'an unknown country' : countryName(country)
  return mailOf({
    to: email,
    subject: 'New sign-in to Answerable',
    link,
    code: null,
    paragraphs: [
      'Hello,',
      'Someone signed in to your account from a new browser:',
      `${device}, from ${place}, ${time}.`,
      'If this was you, you do not need to do anything.',
      'If it was not you, sign that browser out in your settings. Then change the password of your email account, because the person who signed in could read your email.',
      { link, label: 'Open your settings' },
    ],
  })
}

const minutes = signInLifetimeSeconds / 60
const settingsOf = (origin: string): string => `${origin}${pages.settings}`
