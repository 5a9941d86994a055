import { errorCodePattern, type Rule, statusPattern } from './rule.ts'

const fromTheWay = /^\w*Error: \d{3}: \s*<(?:!doctype|html)/i

const notOfTheAccount = new RegExp(
  `${errorCodePattern('jurisdiction_restricted', 'cross_site_request').source}|${fromTheWay.source}`,
  'i',
)

export const refusals: readonly Rule[] = [
  {
    id: 'not-accepted',
    signs: [
      {
        confidence: 0.85,
        text: statusPattern(400, 'Bad Request'),
        unless: errorCodePattern('invalid_code', 'code_exhausted', 'invalid_link'),
      },
      { confidence: 0.6, text: statusPattern(405, 'Method Not Allowed') },
      { confidence: 0.6, text: statusPattern(415, 'Unsupported Media Type') },
    ],
    advice: {
      title: 'The site did not accept what you entered',
      severity: 'low',
      category: 'What you entered',
      estimatedTime: '2 minutes',
      description:
        'A field is missing, too long or contains characters that cannot be stored. Nothing was changed.',
      actionSteps: [
        'Check the marked fields and fill in what is missing.',
        'If you pasted text, paste it again as plain text (Ctrl+Shift+V, or ⌥⇧⌘V on a Mac).',
        'If nothing is marked, press Refresh Page: the page may be outdated.',
      ],
      preventionTips: ['Write long texts in a notes app first.'],
    },
  },
  {
    id: 'forbidden',
    signs: [
      { confidence: 0.9, text: errorCodePattern('forbidden') },
      { confidence: 0.7, text: statusPattern(403, 'Forbidden'), unless: notOfTheAccount },
    ],
    advice: {
      title: 'Your account is not allowed to do this',
      severity: 'medium',
      category: 'Permissions',
      estimatedTime: '2 minutes',
      description:
        'You are signed in, but only administrators can do this, or your account is suspended.',
      actionSteps: [
        'Check which account is signed in: its name is at the top of the page.',
        'If your permissions have changed recently, log out and sign in again.',
        'If you think this is a mistake, contact the team.',
      ],
      preventionTips: ['Follow the community guidelines to keep your account in good existing.'],
    },
  },
  {
    id: 'blocked-on-the-way',
    signs: [
      { confidence: 0.8, text: /^\w*Error: (?:403|451): \s*</ },
      { confidence: 0.5, text: /: Unavailable For Legal Reasons$/ },
    ],
    advice: {
      title: 'A filter blocked the request',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'The request was blocked before it reached this site: by a company or school filter, parental controls, a firewall or your internet provider.',
      actionSteps: [
        'Try again on another network, for example with mobile data.',
        'Temporarily turn off any VPN, “safe browsing” service or parental controls.',
        'In an office or a school, ask the network administrator to allow this site.',
      ],
      preventionTips: [
        'VPN addresses shared by many people are often blocked: try another VPN server.',
      ],
    },
  },
  {
    id: 'not-found',
    signs: [{ confidence: 0.95, text: statusPattern(404, 'Not Found') }],
    advice: {
      title: 'This does not exist or has been removed',
      severity: 'low',
      category: 'Content',
      estimatedTime: '1 minute',
      description:
        'The submission no longer exists, or the address is incomplete. The address is case-sensitive.',
      actionSteps: [
        'Compare the address with the original: the ID of a boycott has 8 characters.',
        'Go to the home page and look for it in the list.',
        'If it was your own submission, sign in and open it again to see the decision.',
      ],
      preventionTips: ['To share a page, copy the address from your browser’s address bar.'],
    },
  },
  {
    id: 'already-flagged',
    signs: [{ confidence: 0.98, text: errorCodePattern('already_flagged') }],
    advice: {
      title: 'You have already flagged this',
      severity: 'low',
      category: 'Content',
      estimatedTime: 'Nothing to do',
      description:
        'Each person can flag a submission once. Your flag was received and an administrator will review it.',
      actionSteps: ['You do not need to do anything else.'],
      preventionTips: ['Include everything that matters in the reason for your flag.'],
    },
  },
  {
    id: 'changed-meanwhile',
    signs: [
      {
        confidence: 0.9,
        text: statusPattern(409, 'Conflict'),
        unless: errorCodePattern('already_flagged'),
      },
      { confidence: 0.85, text: statusPattern(422, 'Unprocessable (?:Content|Entity)') },
    ],
    advice: {
      title: 'Somebody else was faster, or it was sent twice',
      severity: 'low',
      category: 'Content',
      estimatedTime: '1 minute',
      description:
        'Something has changed in the meantime: a name is taken, somebody else decided first, or the same form was sent again with different content.',
      actionSteps: [
        'Press Refresh Page to see the current state.',
        'Repeat your action only if it is still needed.',
      ],
      preventionTips: ['Use the site in one tab at a time, and press each button once.'],
    },
  },
  {
    id: 'too-large',
    signs: [{ confidence: 0.95, text: statusPattern(413, '(?:Content|Payload) Too Large') }],
    advice: {
      title: 'The text is too long',
      severity: 'low',
      category: 'What you entered',
      estimatedTime: '3 minutes',
      description: 'The text you sent is longer than the site accepts. Nothing was changed.',
      actionSteps: [
        'Shorten the text: the limit is 5,000 characters for reasons, 2,000 for sources and 2,000 for a comment.',
        'Link to details instead of pasting whole articles.',
      ],
      preventionTips: ['Paste as plain text: hidden formatting makes a text longer than it looks.'],
    },
  },
  {
    id: 'headers-too-large',
    signs: [
      { confidence: 0.95, text: statusPattern(431, 'Request Header Fields Too Large') },
      { confidence: 0.9, text: statusPattern(414, 'URI Too Long') },
    ],
    advice: {
      title: 'Too many cookies, or the address is too long',
      severity: 'medium',
      category: 'Cookies and storage',
      estimatedTime: '3 minutes',
      description:
        'Your browser sent more than the site accepts, usually because of accumulated cookies, sometimes because of a very long address.',
      actionSteps: [
        'Delete everything in the address bar after the first “?” and press Enter.',
        'If that does not help, click the icon to the left of the address, open the site’s cookies and delete them.',
        'Open the page again and sign in.',
      ],
      preventionTips: [
        'Links from newsletters and social networks often have long endings: remove everything after the “?”.',
      ],
    },
  },
  {
    id: 'too-many-requests',
    signs: [{ confidence: 0.97, text: statusPattern(429, 'Too Many Requests') }],
    advice: {
      title: 'Too many requests in a short time',
      severity: 'low',
      category: 'Limits',
      estimatedTime: '1 to 5 minutes',
      description:
        'To keep bots out, the site limits how often one person or network can do something. The limit resets by itself.',
      actionSteps: [
        'Wait a minute without pressing anything, then try again.',
        'Close other tabs with this site, and turn off extensions that reload pages automatically.',
        'If you share your network or VPN with many people, try another connection.',
      ],
      preventionTips: ['Press each button once and wait for the response.'],
    },
  },
]
