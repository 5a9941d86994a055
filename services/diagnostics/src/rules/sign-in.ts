import { answered, answeredWith, type Rule } from './rule.ts'

export const signIn: readonly Rule[] = [
  {
    id: 'signed-out',
    signs: [{ confidence: 0.95, text: answered(401, 'Unauthorized') }],
    advice: {
      title: 'You are not signed in any more',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'Voting, commenting, flagging and submitting need an account. Your sign-in has ended, or the browser did not send it along.',
      actionSteps: [
        'Copy what you have written, so that it is not lost.',
        'Press the login link at the top and enter your mail address.',
        'Open the link from the mail in this same browser, or type in the 6-digit code.',
        'If you are asked to sign in again and again, allow cookies for this site.',
      ],
      preventionTips: [
        'A sign-in ends after 14 days without a visit.',
        'Private windows forget the sign-in when they are closed.',
      ],
    },
  },
  {
    id: 'code-wrong',
    signs: [{ confidence: 0.95, text: answeredWith('invalid_code') }],
    advice: {
      title: 'That code does not fit',
      severity: 'low',
      category: 'Sign-in',
      estimatedTime: '1 minute',
      description:
        'The 6 digits were not those of the newest mail, or the mail is older than 10 minutes.',
      actionSteps: [
        'Look for the newest mail from this site and compare the digits one by one.',
        'Check that the mail address above the code is the one that got the mail.',
        'If the mail is older than 10 minutes, ask for a new one. Only the newest code counts.',
      ],
      preventionTips: ['Copy the code instead of typing it, or simply open the link in the mail.'],
    },
  },
  {
    id: 'code-exhausted',
    signs: [{ confidence: 0.95, text: answeredWith('code_exhausted') }],
    advice: {
      title: 'Too many wrong codes',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'After five wrong codes the site takes no more of them for this mail, so that nobody can guess yours.',
      actionSteps: [
        'Open the link in the mail instead: it still works if the mail is newer than 10 minutes.',
        'Otherwise ask for a new mail and use its link.',
      ],
      preventionTips: ['If you did not enter those codes yourself, you need not do anything.'],
    },
  },
  {
    id: 'link-invalid',
    signs: [{ confidence: 0.95, text: answeredWith('invalid_link') }],
    advice: {
      title: 'The login link no longer works',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'A link works once and for 10 minutes. It is also used up when you have signed in with the code of the same mail.',
      actionSteps: [
        'Look at the top of the page: you may be signed in already.',
        'If not, ask for a new mail and open the link of the newest one.',
        'If the link was cut in two by your mail program, use the 6-digit code instead.',
      ],
      preventionTips: ['Ask for one mail at a time: each new one replaces those before.'],
    },
  },
  {
    id: 'jurisdiction-restricted',
    signs: [{ confidence: 0.98, text: answeredWith('jurisdiction_restricted') }],
    advice: {
      title: 'Signing in is not offered where you seem to be',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '1 minute',
      description:
        'The site offers accounts in certain countries only and takes your country from your internet address. Reading everything stays possible.',
      actionSteps: [
        'Press Continue Browsing to go on reading.',
        'If the country shown is not where you are, turn off your VPN, proxy or “private relay” and try again.',
        'Abroad, the mobile data of a phone can count as another country: try a local Wi-Fi.',
      ],
      preventionTips: ['Exclude this site from your VPN if you use one all the time.'],
    },
  },
  {
    id: 'cross-site-request',
    signs: [{ confidence: 0.95, text: answeredWith('cross_site_request') }],
    advice: {
      title: 'The request seemed to come from another site',
      severity: 'medium',
      category: 'Sign-in',
      estimatedTime: '2 minutes',
      description:
        'To protect your account the site takes requests from its own pages only. This one came from a copy, a frame or a translated version of the page, or an add-on changed it.',
      actionSteps: [
        'Type the address of the site into a new tab and do it again there.',
        'Do not use the page inside another page, a translator’s website or a web archive.',
        'Turn off add-ons that change requests or hide where you come from, then press Refresh Page.',
      ],
      preventionTips: [
        'Use the translator built into your browser instead of a translating website.',
      ],
    },
  },
]
