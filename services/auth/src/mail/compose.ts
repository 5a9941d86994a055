import { pages } from '@answerable/contracts/pages'
import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'

/** A sign-in mail, ready to go. */
export type SignInMail = {
  to: string
  subject: string
  link: string
  code: string
  text: string
  html: string
}

export const composeSignInMail = (content: {
  origin: string
  to: string
  token: string
  code: string
}): SignInMail => {
  const { origin, to, token, code } = content
  const link = `${origin}${pages.authCallback}?token=${token}`
  return {
    to,
    // Without the code: subjects are shown on locked screens.
    subject: 'Sign in to Answerable',
    link,
    code,
    text: textOf({ link, code }),
    html: htmlOf({ link, code }),
  }
}

const minutes = signInLifetimeSeconds / 60
const validity = `The link and the code live for ${minutes} minutes after you asked for them. Using one of them ends the other.`
const unasked =
  'If you did not ask to sign in, do nothing: without this mail nobody can sign in with your address. Never tell the code to anyone.'

const textOf = ({ link, code }: { link: string; code: string }): string => `Hello,

open this link to sign in to Answerable:

${link}

Or enter this code where you asked to sign in:

${code}

${validity}

${unasked}
`

const htmlOf = ({ link, code }: { link: string; code: string }): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in to Answerable</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<p>Hello,</p>
<p><a href="${link}">Sign in to Answerable</a></p>
<p>Or enter this code where you asked to sign in:</p>
<p style="font-size: 1.5em"><strong>${code}</strong></p>
<p>${validity}</p>
<p>${unasked}</p>
</body>
</html>
`
