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
      title: 'An extension of your browser broke',
      severity: 'low',
      category: 'Extensions',
      estimatedTime: '3 minutes',
      description:
        'The error happened in an add-on, for example a wallet, a coupon finder or a password manager, not in this site.',
      actionSteps: [
        'If the page works, simply close this message.',
        'If not, open the site in a private window, where extensions are off, and see whether it works there.',
        'Then turn the extensions off one by one to find which it is, and update or remove it.',
      ],
      preventionTips: ['Allow extensions to work on certain sites only, instead of on all.'],
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
        'An ad blocker, a privacy add-on or a filtering app took something of this page for advertising or tracking. The site has neither.',
      actionSteps: [
        'Click the symbol of your blocker next to the address bar and turn it off for this site.',
        'Turn off filtering in your VPN, your virus scanner or the network (Pi-hole, “safe browsing”), if you have it.',
        'Press Refresh Page.',
      ],
      preventionTips: [
        'Add this site to the exceptions of your blocker, rather than turning it off.',
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
      title: 'The page refused foreign code',
      severity: 'low',
      category: 'Extensions',
      estimatedTime: '3 minutes',
      description:
        'The site allows no code and no connections but its own. Something in your browser, mostly an extension or a toolbar, tried to add some, and was stopped. You are safe.',
      actionSteps: [
        'If the page works, simply close this message.',
        'If something is missing, open the site in a private window, where extensions are off.',
        'Remove extensions and toolbars you do not know, and let your virus scanner run.',
      ],
      preventionTips: ['Install extensions only from your browser’s own shop.'],
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
      title: 'Something changed the page behind its back',
      severity: 'medium',
      category: 'Extensions',
      estimatedTime: '2 minutes',
      description:
        'Translators, spelling checkers and dark-mode extensions rewrite the text of a page. When the page then wants to update that text it cannot find it any more.',
      actionSteps: [
        'Press Refresh Page. What you have saved is still there.',
        'Turn off the translation of this page (the symbol in the address bar) while you vote or write.',
        'If you do not translate, turn off extensions that mark or change text on this site.',
      ],
      preventionTips: ['Read translated, but write and vote on the page as it is.'],
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
      title: 'The app around the page broke, not the page',
      severity: 'low',
      category: 'Browser',
      estimatedTime: '1 minute',
      description:
        'You opened the site inside another app, whose built-in browser adds code of its own. That code failed.',
      actionSteps: [
        'If the page works, simply close this message.',
        'Otherwise open the menu of the app (⋮ or ⋯) and choose “Open in browser”.',
        'Sign in there: the app’s browser does not share its sign-in.',
      ],
      preventionTips: ['In the settings of the app, let links open in your usual browser.'],
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
        'The browser hides the details because the script comes from elsewhere. This site loads no foreign scripts, so an extension or an app has added it.',
      actionSteps: [
        'If the page works, simply close this message.',
        'If not, open the site in a private window, where extensions are off.',
      ],
      preventionTips: ['Keep extensions few and up to date.'],
    },
  },
]
