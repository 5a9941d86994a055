import { answered, answeredWith, type Rule } from './rule.ts'

const fromTheWay = /^\w*Error: \d{3}: \s*<(?:!doctype|html)/i

const notOfTheAccount = new RegExp(
  `${answeredWith('jurisdiction_restricted', 'cross_site_request').source}|${fromTheWay.source}`,
  'i',
)

export const refusals: readonly Rule[] = [
  {
    id: 'not-accepted',
    signs: [
      {
        confidence: 0.85,
        text: answered(400, 'Bad Request'),
        unless: answeredWith('invalid_code', 'code_exhausted', 'invalid_link'),
      },
      { confidence: 0.6, text: answered(405, 'Method Not Allowed') },
      { confidence: 0.6, text: answered(415, 'Unsupported Media Type') },
    ],
    advice: {
      title: 'The site did not accept what was entered',
      severity: 'low',
      category: 'What you entered',
      estimatedTime: '2 minutes',
      description:
        'Something in the form is missing, too long or contains characters that cannot be stored. Nothing was changed.',
      actionSteps: [
        'Look for fields that are marked, and fill in what is missing.',
        'If you pasted text, paste it once more as plain text (Ctrl+Shift+V, on a Mac ⌥⇧⌘V).',
        'Press Refresh Page if nothing is marked: the page may be older than the site.',
      ],
      preventionTips: ['Write long texts in a notes program first.'],
    },
  },
  {
    id: 'forbidden',
    signs: [
      { confidence: 0.9, text: answeredWith('forbidden') },
      { confidence: 0.7, text: answered(403, 'Forbidden'), unless: notOfTheAccount },
    ],
    advice: {
      title: 'Your account may not do this',
      severity: 'medium',
      category: 'Permissions',
      estimatedTime: '2 minutes',
      description:
        'You are signed in, but this is reserved for administrators, or the account is suspended.',
      actionSteps: [
        'Check which account is signed in: its name stands at the top of the page.',
        'Log out and sign in again if your rights have changed lately.',
        'If you think that this is a mistake, write to the team.',
      ],
      preventionTips: ['Keep to the community guidelines to keep your account in good standing.'],
    },
  },
  {
    id: 'blocked-on-the-way',
    signs: [
      { confidence: 0.8, text: /^\w*Error: (?:403|451): \s*</ },
      { confidence: 0.5, text: /: Unavailable For Legal Reasons$/ },
    ],
    advice: {
      title: 'A filter on the way refused the request',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'The refusal did not come from this site but from something in front of it: a company or school filter, a parental control, a firewall or the internet provider.',
      actionSteps: [
        'Try again in another network, for example with mobile data.',
        'Turn off a VPN, a “safe browsing” service or a parental control for a moment.',
        'In an office or a school, ask those who run the network to allow this site.',
      ],
      preventionTips: ['VPN addresses shared by many people are often blocked: try another exit.'],
    },
  },
  {
    id: 'not-found',
    signs: [{ confidence: 0.95, text: answered(404, 'Not Found') }],
    advice: {
      title: 'This does not exist, or was removed',
      severity: 'low',
      category: 'Content',
      estimatedTime: '1 minute',
      description:
        'The submission is not there any more, or the address is not complete. Capital and small letters matter in it.',
      actionSteps: [
        'Compare the address with where you got it: the id of a boycott has 8 characters.',
        'Go to the home page and look for it in the list.',
        'If it was your own submission, sign in and open it again: you then see what was decided.',
      ],
      preventionTips: ['Share pages with the address from the bar of your browser.'],
    },
  },
  {
    id: 'already-flagged',
    signs: [{ confidence: 0.98, text: answeredWith('already_flagged') }],
    advice: {
      title: 'You have flagged this already',
      severity: 'low',
      category: 'Content',
      estimatedTime: 'Nothing to do',
      description:
        'Each person can flag a submission once. Your first flag has arrived and will be read by an administrator.',
      actionSteps: ['You need not do anything more.'],
      preventionTips: ['Put everything that matters into the reason of your one flag.'],
    },
  },
  {
    id: 'changed-meanwhile',
    signs: [
      { confidence: 0.9, text: answered(409, 'Conflict'), unless: answeredWith('already_flagged') },
      { confidence: 0.85, text: answered(422, 'Unprocessable (?:Content|Entity)') },
    ],
    advice: {
      title: 'Somebody was faster, or it was sent twice',
      severity: 'low',
      category: 'Content',
      estimatedTime: '1 minute',
      description:
        'What you wanted to change has changed meanwhile: a name is taken, somebody else decided, or the same form was sent again with other content.',
      actionSteps: [
        'Press Refresh Page to see how things stand now.',
        'Do it again only if it is still needed.',
      ],
      preventionTips: ['Use the site in one tab at a time, and press each button once.'],
    },
  },
  {
    id: 'too-large',
    signs: [{ confidence: 0.95, text: answered(413, '(?:Content|Payload) Too Large') }],
    advice: {
      title: 'That is more than the site takes at once',
      severity: 'low',
      category: 'What you entered',
      estimatedTime: '3 minutes',
      description: 'The text you sent is too long. Nothing was changed.',
      actionSteps: [
        'Shorten the text: reasons take 5,000 characters, sources 2,000, a comment 2,000.',
        'Put details behind a link instead of pasting whole articles.',
      ],
      preventionTips: ['Paste as plain text: hidden formatting makes a text longer than it looks.'],
    },
  },
  {
    id: 'headers-too-large',
    signs: [
      { confidence: 0.95, text: answered(431, 'Request Header Fields Too Large') },
      { confidence: 0.9, text: answered(414, 'URI Too Long') },
    ],
    advice: {
      title: 'Old cookies or a too long address get in the way',
      severity: 'medium',
      category: 'Cookies and storage',
      estimatedTime: '3 minutes',
      description:
        'Your browser sends along more than the site takes: usually cookies that have piled up, sometimes an address with a long tail.',
      actionSteps: [
        'Delete everything in the address bar after the first “?” and press Enter.',
        'If that does not help, click the symbol left of the address, open the site’s cookies and delete them.',
        'Open the page again and sign in once more.',
      ],
      preventionTips: [
        'Links from newsletters and social networks carry long tails: cut them off.',
      ],
    },
  },
  {
    id: 'too-many-requests',
    signs: [{ confidence: 0.97, text: answered(429, 'Too Many Requests') }],
    advice: {
      title: 'That was too much in a short time',
      severity: 'low',
      category: 'Limits',
      estimatedTime: '1 to 5 minutes',
      description:
        'To keep robots out the site limits how often one person or network can do something. The limit lifts by itself.',
      actionSteps: [
        'Wait a minute without pressing anything, then try once more.',
        'Close other tabs with this site, and add-ons that reload pages by themselves.',
        'In a network shared by many people, or with a VPN, try another connection.',
      ],
      preventionTips: ['Press a button once and wait: repeating makes the wait longer.'],
    },
  },
]
