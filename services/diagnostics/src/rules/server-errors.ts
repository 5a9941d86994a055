import { answered, type Rule } from './rule.ts'

const unreadable =
  /is not valid JSON$|^SyntaxError: Unexpected token .{1,3} in JSON at position|JSON\.parse: unexpected (?:character|keyword|non-digit)|JSON Parse error: (?:Unrecognized token|Unexpected identifier|Unexpected token)/

export const serverErrors: readonly Rule[] = [
  {
    id: 'server-error',
    signs: [
      { confidence: 0.95, text: answered(500, 'Internal Server Error') },
      { confidence: 0.7, text: /^\w*Error: 5(?!0[0234]|11)\d\d: |status of 5(?!0[0234]|11)\d\d / },
    ],
    advice: {
      title: 'Something broke on the site’s side',
      severity: 'high',
      category: 'Site',
      estimatedTime: '5 minutes',
      description:
        'The site met an error of its own. You did nothing wrong, and the team is told of it.',
      actionSteps: [
        'Press Refresh Page and look whether what you did has been saved.',
        'Try once more. If it fails again, wait ten minutes.',
        'If it keeps failing, write to the team what you did, and at what time.',
      ],
      preventionTips: ['Keep a copy of long texts until you see them on the page.'],
    },
  },
  {
    id: 'bad-gateway',
    signs: [{ confidence: 0.95, text: answered(502, 'Bad Gateway') }],
    advice: {
      title: 'The site is being restarted',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '1 to 5 minutes',
      description:
        'The front door of the site is there, but the part behind it did not answer. This is usual for a few seconds while the site is updated.',
      actionSteps: [
        'Wait half a minute, then press Refresh Page.',
        'If it lasts longer than five minutes, come back later: you cannot do anything about it.',
      ],
      preventionTips: ['Keep a copy of long texts until you see them on the page.'],
    },
  },
  {
    id: 'unavailable',
    signs: [{ confidence: 0.95, text: answered(503, 'Service Unavailable') }],
    advice: {
      title: 'This part of the site takes a break',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '1 to 5 minutes',
      description:
        'One part of the site is overloaded or being repaired. Other parts may go on working, and nothing that was saved is lost.',
      actionSteps: [
        'Wait a minute and try the same again.',
        'Go on reading meanwhile: the list of boycotts often still works.',
        'Do not press the button over and over: that makes the queue longer.',
      ],
      preventionTips: ['Keep a copy of long texts until you see them on the page.'],
    },
  },
  {
    id: 'upstream-timeout',
    signs: [{ confidence: 0.95, text: answered(504, 'Gateway Timeout') }],
    advice: {
      title: 'The site took too long',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '2 minutes',
      description:
        'Your request arrived, but the site did not finish it in time. It may have been carried out nevertheless.',
      actionSteps: [
        'Press Refresh Page and look whether your vote, comment or submission is there.',
        'Only if it is not, send it again in a minute.',
      ],
      preventionTips: ['Keep a copy of long texts until you see them on the page.'],
    },
  },
  {
    id: 'unreadable-answer',
    signs: [
      { confidence: 0.8, text: unreadable },
      {
        confidence: 0.6,
        text: /^SyntaxError: The string did not match the expected pattern\.$/,
        stack: /^(?:json@\[native code\]|$)/,
      },
    ],
    advice: {
      title: 'The answer was not from the site, or not complete',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '2 minutes',
      description:
        'The page expected data and got a web page or an error text instead. Something between you and the site put its own page in place of the answer, or the site is being updated.',
      actionSteps: [
        'Press Refresh Page.',
        'If you are in a hotel, train or café, open any other site and finish the Wi-Fi’s sign-in page.',
        'Turn off a VPN, a proxy or the “web shield” of a virus scanner for a moment.',
        'Wait five minutes if other sites work well.',
      ],
      preventionTips: ['Finish the sign-in of a public Wi-Fi before you open the site.'],
    },
  },
  {
    id: 'network-sign-in',
    signs: [
      { confidence: 0.95, text: answered(511, 'Network Authentication Required') },
      { confidence: 0.5, text: unreadable },
      {
        confidence: 0.4,
        text: /^SyntaxError: The string did not match the expected pattern\.$/,
        stack: /^(?:json@\[native code\]|$)/,
      },
      { confidence: 0.3, text: /ERR_CERT_(?:AUTHORITY|COMMON_NAME)_INVALID|TLS certificate/ },
    ],
    advice: {
      title: 'The Wi-Fi wants you to sign in first',
      severity: 'medium',
      category: 'Connection',
      estimatedTime: '2 minutes',
      description:
        'Hotels, trains and cafés show a page of their own until you have accepted their terms. Until then they answer in place of every site.',
      actionSteps: [
        'Open http://neverssl.com in a new tab: the sign-in page of the Wi-Fi appears there.',
        'Accept its terms or sign in, then come back and press Refresh Page.',
        'If no such page appears, leave the Wi-Fi and join it again, or use mobile data.',
      ],
      preventionTips: [
        'Let your device “forget” open networks, so that it does not join them unasked.',
      ],
    },
  },
]
