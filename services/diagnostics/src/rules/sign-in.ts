import { errorCodePattern, type Rule, statusPattern } from './rule.ts'

export const signIn: readonly Rule[] = [
  {
    id: 'signed-out',
    signs: [{ confidence: 0.95, text: statusPattern(401, 'Unauthorized') }],
    advice: {
      title: 'You are no longer signed in',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'Voting, commenting, flagging and submitting need an account. Your session has ended, or the browser did not send it.',
      actionSteps: [
        'Copy what you have written so that it is not lost.',
        'Press Log in at the top and enter your email address.',
        'Open the link from the email in this browser, or enter the 6-digit code.',
        'If you are asked to sign in again and again, allow cookies for this site.',
      ],
      preventionTips: [
        'Sessions end after 14 days without a visit.',
        'Private windows end the session when they are closed.',
      ],
    },
  },
  {
    id: 'code-wrong',
    signs: [{ confidence: 0.95, text: errorCodePattern('invalid_code') }],
    advice: {
      title: 'The code is wrong',
      severity: 'low',
      category: 'Sign-in',
      estimatedTime: '1 minute',
      description:
        'The 6 digits do not match the latest email, or the email is older than 10 minutes.',
      actionSteps: [
        'Find the latest email from this site and compare the digits one by one.',
        'Check that the email address above the code is the one that received the email.',
        'If the email is older than 10 minutes, request a new one. Only the latest code works.',
      ],
      preventionTips: ['Copy the code instead of typing it, or open the link in the email.'],
    },
  },
  {
    id: 'code-exhausted',
    signs: [{ confidence: 0.95, text: errorCodePattern('code_exhausted') }],
    advice: {
      title: 'Too many wrong codes',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'After five wrong codes, the site accepts no more codes for this email, so that nobody can guess yours.',
      actionSteps: [
        'Open the link in the email instead: it still works for 10 minutes after the email was sent.',
        'Otherwise, request a new email and use its link.',
      ],
      preventionTips: [
        'If you did not enter those codes yourself, you do not need to do anything.',
      ],
    },
  },
  {
    id: 'link-invalid',
    signs: [{ confidence: 0.95, text: errorCodePattern('invalid_link') }],
    advice: {
      title: 'The login link no longer works',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'A link works once, within 10 minutes. It also stops working after you sign in with the code from the same email.',
      actionSteps: [
        'Look at the top of the page: you may already be signed in.',
        'If not, request a new email and open its link.',
        'If your email program split the link, use the 6-digit code instead.',
      ],
      preventionTips: ['Request one email at a time: each new one replaces the previous ones.'],
    },
  },
  {
    id: 'jurisdiction-restricted',
    signs: [{ confidence: 0.98, text: errorCodePattern('jurisdiction_restricted') }],
    advice: {
      title: 'Signing in is not available in your location',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '1 minute',
      description:
        'Accounts are available only in certain countries. The site determines your country from your IP address. You can still read everything.',
      actionSteps: [
        'Press Continue Browsing to keep reading.',
        'If the country shown is wrong, turn off your VPN, proxy or “private relay” and try again.',
        'When you travel, mobile data can appear to come from another country: try a local Wi-Fi network.',
      ],
      preventionTips: ['If you always use a VPN, exclude this site from it.'],
    },
  },
  {
    id: 'cross-site-request',
    signs: [{ confidence: 0.95, text: errorCodePattern('cross_site_request') }],
    advice: {
      title: 'The request seemed to come from another site',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'To protect your account, the site accepts requests only from its own pages. This one came from a copy, a frame or a translated version of the page, or an extension changed it.',
      actionSteps: [
        'Open the site’s address in a new tab and try again there.',
        'Do not use the page inside another page, a translation website or a web archive.',
        'Turn off extensions that change requests or hide the referring page, then press Refresh Page.',
      ],
      preventionTips: ['Use your browser’s built-in translator instead of a translation website.'],
    },
  },
]
