import { type Rule, statusPattern } from './rule.ts'

const unreadable =
  /is not valid JSON$|^SyntaxError: Unexpected token .{1,3} in JSON at position|JSON\.parse: unexpected (?:character|keyword|non-digit)|JSON Parse error: (?:Unrecognized token|Unexpected identifier|Unexpected token)/

export const serverErrors: readonly Rule[] = [
  {
    id: 'server-error',
    signs: [
      { confidence: 0.95, text: statusPattern(500, 'Internal Server Error') },
      { confidence: 0.7, text: /^\w*Error: 5(?!0[0234]|11)\d\d: |status of 5(?!0[0234]|11)\d\d / },
    ],
    advice: {
      title: 'The site had an error',
      severity: 'high',
      category: 'Site',
      estimatedTime: '5 minutes',
      description:
        'An error occurred on the site’s servers. You did nothing wrong, and the error was logged.',
      actionSteps: [
        'Press Refresh Page and check whether your last action was saved.',
        'Try again. If it still fails, wait ten minutes.',
        'If it keeps failing, tell the team what you did and when.',
      ],
      preventionTips: ['Keep a copy of long texts until you see them on the page.'],
    },
  },
  {
    id: 'bad-gateway',
    signs: [{ confidence: 0.95, text: statusPattern(502, 'Bad Gateway') }],
    advice: {
      title: 'The site is being restarted',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '1 to 5 minutes',
      description:
        'The part of the site that handles your request did not respond. This is normal for a few seconds while the site is updated.',
      actionSteps: [
        'Wait half a minute, then press Refresh Page.',
        'If it lasts longer than five minutes, come back later.',
      ],
      preventionTips: ['Keep a copy of long texts until you see them on the page.'],
    },
  },
  {
    id: 'unavailable',
    signs: [{ confidence: 0.95, text: statusPattern(503, 'Service Unavailable') }],
    advice: {
      title: 'This part of the site is unavailable',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '1 to 5 minutes',
      description:
        'One part of the site is overloaded or being repaired. Other parts may still work, and nothing you saved is lost.',
      actionSteps: [
        'Wait a minute and try again.',
        'In the meantime, keep reading: the list of boycotts often still works.',
        'Do not press the button repeatedly: this adds to the load.',
      ],
      preventionTips: ['Keep a copy of long texts until you see them on the page.'],
    },
  },
  {
    id: 'upstream-timeout',
    signs: [{ confidence: 0.95, text: statusPattern(504, 'Gateway Timeout') }],
    advice: {
      title: 'The site took too long',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '2 minutes',
      description:
        'Your request arrived, but the site did not finish it in time. It may have been completed anyway.',
      actionSteps: [
        'Press Refresh Page and check whether your vote, comment or submission is there.',
        'If it is not, send it again in a minute.',
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
      title: 'The response was incomplete or not from the site',
      severity: 'medium',
      category: 'Site',
      estimatedTime: '2 minutes',
      description:
        'The page expected data but received a web page or an error text. Something between you and the site replaced the response with its own page, or the site is being updated.',
      actionSteps: [
        'Press Refresh Page.',
        'In a hotel, train or café, open any other site and complete the Wi-Fi’s sign-in page.',
        'Temporarily turn off any VPN, proxy or “web shield” of your antivirus software.',
        'If other sites work, wait five minutes.',
      ],
      preventionTips: [
        'Complete the sign-in page of a public Wi-Fi network before you open the site.',
      ],
    },
  },
  {
    id: 'network-sign-in',
    signs: [
      { confidence: 0.95, text: statusPattern(511, 'Network Authentication Required') },
      { confidence: 0.5, text: unreadable },
      {
        confidence: 0.4,
        text: /^SyntaxError: The string did not match the expected pattern\.$/,
        stack: /^(?:json@\[native code\]|$)/,
      },
      { confidence: 0.3, text: /ERR_CERT_(?:AUTHORITY|COMMON_NAME)_INVALID|TLS certificate/ },
    ],
    advice: {
      title: 'The Wi-Fi network requires you to sign in first',
      severity: 'medium',
      category: 'Connection',
      estimatedTime: '2 minutes',
      description:
        'Hotels, trains and cafés show their own page in place of every site until you accept their terms.',
      actionSteps: [
        'Open http://neverssl.com in a new tab to see the sign-in page of the Wi-Fi network.',
        'Accept its terms or sign in, then come back and press Refresh Page.',
        'If no such page appears, disconnect from the Wi-Fi network and reconnect, or use mobile data.',
      ],
      preventionTips: [
        'Let your device “forget” open networks, so that it does not join them automatically.',
      ],
    },
  },
]
