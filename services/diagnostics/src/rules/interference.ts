import { failedFetch, type Rule } from './rule.ts'

const extensionAddress = '(?:chrome|moz|safari-web|safari|ms-browser)-extension:\\/\\/'
/** A Chromium stack has the message above its frames. */
const topFrameOfExtension = new RegExp(
  `^(?:[^\\n]{0,600}\\n)?(?: {4}at )?[^\\n]{0,100}${extensionAddress}`,
)

export const interference: readonly Rule[] = [
  {
    id: 'extension-error',
    signs: [
      { confidence: 0.9, stack: topFrameOfExtension, unless: failedFetch },
      {
        confidence: 0.95,
        text: /Extension context invalidated|Could not establish connection\. Receiving end does not exist|message (?:port|channel) closed before a response|redefine (?:non-configurable )?property:? "?ethereum|(?:chrome|browser)\.runtime/,
      },
      { confidence: 0.6, stack: new RegExp(extensionAddress) },
      { confidence: 0.6, stack: /@<anonymous code>:\d+:\d+/ },
      {
        confidence: 0.7,
        text: /\(reading '(?:sendMessage|selectedAddress)'\)|window\.ethereum|Can't find variable: chrome$|^ReferenceError: (?:chrome|browser|ethereum) is not defined|Cannot set property ethereum/,
      },
    ],
    advice: {
      title: 'A browser extension failed',
      severity: 'low',
      category: 'Extensions',
      estimatedTime: '3 minutes',
      description:
        'The error occurred in an extension, for example a wallet, a coupon finder or a password manager, not in this site.',
      actionSteps: [
        'If the page works, simply close this message.',
        'If not, open the site in a private window, where extensions are off, and see whether it works there.',
        'Then turn off the extensions one by one to find the cause, and update or remove it.',
      ],
      preventionTips: ['Allow extensions only on the sites where you need them.'],
    },
  },
  {
    id: 'content-blocked',
    signs: [
      {
        confidence: 0.95,
        text: /ERR_BLOCKED_BY_(?:CLIENT|ADMINISTRATOR)|Content blocker prevented frame|Resource blocked by content blocker|NS_ERROR_(?:TRACKING_URI|BLOCKED_BY_POLICY)/,
      },
      { confidence: 0.5, text: /NS_ERROR_ABORT/ },
      { confidence: 0.35, text: failedFetch },
      { confidence: 0.3, text: /dynamically imported module|Importing a module script failed/ },
    ],
    advice: {
      title: 'A content blocker stopped part of the page',
      severity: 'medium',
      category: 'Extensions',
      estimatedTime: '2 minutes',
      description:
        'An ad blocker, a privacy extension or a filtering app mistook part of this page for advertising or tracking. The site has neither.',
      actionSteps: [
        'Click the icon of your blocker next to the address bar and turn it off for this site.',
        'Turn off any filtering in your VPN, your antivirus software or your network (Pi-hole, “safe browsing”).',
        'Press Refresh Page.',
      ],
      preventionTips: [
        'Add this site to your blocker’s exceptions instead of turning the blocker off.',
      ],
    },
  },
  {
    id: 'policy-violation',
    signs: [
      {
        confidence: 0.85,
        text: /violates the following Content Security Policy|violates the document's Content Security Policy|Content-Security-Policy: |blocked by CSP|^EvalError: |^SecurityPolicyViolationEvent: |because it (?:does not appear|appears) in|NS_ERROR_CONTENT_BLOCKED|WebAssembly module violates/,
      },
      { confidence: 0.5, text: /^SecurityError: /, stack: /^(?:Worker|WebSocket)@\[native code\]/ },
    ],
    advice: {
      title: 'The page blocked code from elsewhere',
      severity: 'low',
      category: 'Extensions',
      estimatedTime: '3 minutes',
      description:
        'The site allows only its own code and connections. Something in your browser, usually an extension or a toolbar, tried to add code and was blocked. You are safe.',
      actionSteps: [
        'If the page works, simply close this message.',
        'If something is missing, open the site in a private window, where extensions are off.',
        'Remove extensions and toolbars you do not recognize, and run your antivirus software.',
      ],
      preventionTips: ['Install extensions only from your browser’s own store.'],
    },
  },
  {
    id: 'page-translated',
    signs: [
      {
        confidence: 0.85,
        text: /^NotFoundError: (?:Failed to execute '(?:removeChild|insertBefore|replaceChild)' on 'Node'|Node\.(?:removeChild|insertBefore|replaceChild): |The object can not be found here)/,
      },
    ],
    advice: {
      title: 'Something else changed the page',
      severity: 'medium',
      category: 'Extensions',
      estimatedTime: '2 minutes',
      description:
        'Translators, spell checkers and dark-mode extensions rewrite the text of a page. The page then cannot find the text that it needs to update.',
      actionSteps: [
        'Press Refresh Page. Nothing you saved is lost.',
        'Turn off the translation of this page (the icon in the address bar) while you vote or write.',
        'If you do not use translation, turn off extensions that mark or change text on this site.',
      ],
      preventionTips: [
        'Use translation for reading, and the original page for writing and voting.',
      ],
    },
  },
  {
    id: 'in-app-browser',
    signs: [
      {
        confidence: 0.85,
        text: /zaloJSV2|(?:variable: gmo|^ReferenceError: gmo)|_AutofillCallbackHandler|instantSearchSDKJSBridge|__firefox__|webkit\.messageHandlers|\(reading 'messageHandlers'\)|window\.webkit is undefined/,
      },
      { confidence: 0.3, text: /: Script error\.?$/ },
    ],
    advice: {
      title: 'The app that shows the page failed',
      severity: 'low',
      category: 'Browser',
      estimatedTime: '1 minute',
      description:
        'You opened the site inside another app. Its built-in browser adds its own code, and that code failed.',
      actionSteps: [
        'If the page works, simply close this message.',
        'Otherwise, open the app’s menu (⋮ or ⋯) and choose “Open in browser”.',
        'Sign in there: the app’s browser does not share its session.',
      ],
      preventionTips: ['In the app’s settings, choose to open links in your usual browser.'],
    },
  },
  {
    id: 'foreign-script',
    signs: [{ confidence: 0.6, text: /: Script error\.?$/ }],
    advice: {
      title: 'A script that is not part of the site failed',
      severity: 'low',
      category: 'Extensions',
      estimatedTime: '2 minutes',
      description:
        'The browser hides the details because the script comes from another site. This site loads no such scripts, so an extension or an app has added it.',
      actionSteps: [
        'If the page works, simply close this message.',
        'If not, open the site in a private window, where extensions are off.',
      ],
      preventionTips: ['Use few extensions and keep them up to date.'],
    },
  },
]
