import type { Rule } from './rule.ts'

/** WebKit says the same for everything that a person has to allow. */
const notAllowed =
  /^NotAllowedError: The request is not allowed by the user agent or the platform in the current context/

export const permissions: readonly Rule[] = [
  {
    id: 'clipboard-refused',
    signs: [
      {
        confidence: 0.95,
        text: /on 'Clipboard'|Clipboard (?:write|read)(?: request)? was blocked|Clipboard API has been blocked/,
      },
      {
        confidence: 0.9,
        text: notAllowed,
        stack: /^(?:writeText|readText|write|read)@\[native code\]/,
      },
      { confidence: 0.85, text: notAllowed, action: /cop(?:y|ied)|clipboard/i },
      {
        confidence: 0.7,
        text: /\(reading '(?:writeText|readText)'\)|navigator\.clipboard is undefined|evaluating 'navigator\.clipboard\./,
      },
      { confidence: 0.4, text: notAllowed },
    ],
    advice: {
      title: 'The browser blocked copying',
      severity: 'low',
      category: 'Permissions',
      estimatedTime: '1 minute',
      description:
        'Browsers allow a page to copy only right after a click, in the active window, and only if you have not blocked it.',
      actionSteps: [
        'Select the text yourself and press Ctrl+C, or ⌘C on a Mac. On a phone, press and hold the text and choose Copy.',
        'Or click anywhere on the page and press the copy button again.',
        'If it never works, click the icon to the left of the address and allow clipboard access for this site.',
      ],
      preventionTips: [
        'After pasting an address you send money to, compare its first and last characters.',
      ],
    },
  },
  {
    id: 'playback-blocked',
    signs: [
      {
        confidence: 0.95,
        text: /play\(\) can only be initiated by a user gesture|play\(\) failed because the user didn't interact|^NotAllowedError: The play method is not allowed/,
      },
      { confidence: 0.9, text: notAllowed, stack: /^play@\[native code\]/ },
      { confidence: 0.4, text: notAllowed, stack: /^(?!(?:writeText|readText|write|read)@)/ },
    ],
    advice: {
      title: 'The browser blocked a video',
      severity: 'low',
      category: 'Permissions',
      estimatedTime: '1 minute',
      description:
        'Browsers do not let videos start automatically, and some block video players of other sites completely.',
      actionSteps: [
        'Press Load Content, then press play in the player itself.',
        'If the player stays empty, open the source in a new tab.',
        'To allow it permanently, click the icon to the left of the address and allow playback.',
      ],
      preventionTips: ['Leave autoplay blocked for other sites.'],
    },
  },
  {
    id: 'media-not-playable',
    signs: [
      {
        confidence: 0.85,
        text: /no supported source was found|media resource .{0,40}was not suitable|^NotSupportedError: The operation is not supported\.$|MEDIA_ERR_SRC_NOT_SUPPORTED/,
      },
    ],
    advice: {
      title: 'The video could not be played here',
      severity: 'low',
      category: 'Media',
      estimatedTime: '2 minutes',
      description:
        'The video was removed from its site, your browser does not support its format, or a blocker prevents the player from loading.',
      actionSteps: [
        'Open the source in a new tab and check whether it plays there.',
        'Turn off the content blocker for this site, then press Load Content again.',
        'Try another browser if the source plays on other devices.',
      ],
      preventionTips: ['Add a second source when you submit a video as evidence.'],
    },
  },
  {
    id: 'fullscreen-refused',
    signs: [
      {
        confidence: 0.85,
        text: /^TypeError: (?:Permissions check failed|Disallowed by permissions policy|Fullscreen request denied|Cannot request fullscreen|Fullscreen API is disabled|fullscreen error)/,
      },
    ],
    advice: {
      title: 'Full screen was blocked',
      severity: 'low',
      category: 'Permissions',
      estimatedTime: '1 minute',
      description: 'Browsers go to full screen only right after a click or a tap.',
      actionSteps: [
        'Press the player’s full-screen button again.',
        'On an iPhone, open the source in a new tab: many players cannot go to full screen inside a page.',
      ],
      preventionTips: ['Use the player’s own full-screen button rather than a keyboard shortcut.'],
    },
  },
  {
    id: 'live-updates-blocked',
    signs: [
      {
        confidence: 0.9,
        text: /WebSocket connection to |establish a connection to the server at wss?:|NS_ERROR_WEBSOCKET_CONNECTION_REFUSED|on 'WebSocket'|construct 'WebSocket'|^WebSocketError: |connection to wss?:\S+ was interrupted/,
        unless: /Content[- ]Security[- ]Policy/,
      },
      { confidence: 0.8, text: /Error: /, stack: /^WebSocket@\[native code\]/ },
      { confidence: 0.7, text: /^CloseEvent: 1006/ },
    ],
    advice: {
      title: 'Live updates are blocked',
      severity: 'low',
      category: 'Connection',
      estimatedTime: '2 minutes',
      description:
        'The page keeps a connection to the site open (a WebSocket) to show new votes immediately. Some networks, VPNs and antivirus programs close such connections. Everything else works: the numbers are refreshed every 30 seconds instead.',
      actionSteps: [
        'Press Refresh Page to see the latest numbers.',
        'Temporarily turn off any VPN, proxy or “web shield” of your antivirus software.',
        'In an office or a school, ask whether the network allows WebSockets.',
      ],
      preventionTips: ['Exclude this site from your VPN or antivirus web filter.'],
    },
  },
]
