import { errorCodePattern, type Rule } from './rule.ts'

const failedModule =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|^ChunkLoadError|Loading (?:CSS )?chunk [\w-]+ failed|Unable to preload CSS for/

const otherRelease =
  /is not a valid JavaScript MIME type|disallowed MIME type|responded with a MIME type of|(?:does not|doesn't) provide an export named|Importing binding name '[^']*' is not found|^SyntaxError: (?:Unexpected token '<'$|expected expression, got '<')/

/** Features that browsers of the last years have and older ones lack. */
const missingFeature =
  /\b(?:structuredClone|withResolvers|groupBy|toSorted|toReversed|toSpliced|findLast|findLastIndex|replaceAll|isWellFormed|hasOwn|showModal|fromAsync|randomUUID|requestIdleCallback|allSettled|matchAll|showPopover|checkVisibility|startViewTransition|setHTML|moveBefore|parseHTMLUnsafe|Iterator\.concat|getOrInsert|ariaNotify|groupToMap)(?:\(\.\.\.\))? is not a function|AbortSignal\.(?:any|timeout) is not a function/

const missingGlobal =
  /^ReferenceError: (?:Can't find variable: )?(?:Temporal|structuredClone|requestIdleCallback|scheduler|navigation|CloseWatcher|BroadcastChannel|ResizeObserver|IntersectionObserver|AbortController|WebSocketStream|URLPattern|WeakRef|FinalizationRegistry|globalThis|AsyncDisposableStack|cookieStore|queueMicrotask|BigInt)(?: is not defined)?$/

const unknownSyntax =
  /^SyntaxError: (?:Unexpected token '?(?:\?|\?\.|\?\?=?|\|\|=|&&=|\*\*|\.{3}|=|>|\.|\{|import|export)'?$|expected expression, got '(?:\?|\.|>|=)'|Invalid or unexpected token$|Invalid character|'#' not followed by identifier|illegal character|Private field '|Unexpected identifier|unexpected token[:=]|Unexpected private name|Cannot use import statement|import declarations may only appear|Invalid regular expression|invalid regexp group|Invalid flags? supplied|invalid regular expression flag)/

export const releases: readonly Rule[] = [
  {
    id: 'chunk-load-failed',
    signs: [{ confidence: 0.85, text: failedModule }],
    advice: {
      title: 'Part of the page could not be loaded',
      severity: 'high',
      category: 'Page',
      estimatedTime: '1 minute',
      description:
        'The page loads its parts on demand, and one of them did not arrive: the connection was lost for a moment, or the site has been updated since you opened the page.',
      actionSteps: [
        'Copy what you have written, if you can still see it.',
        'Press Refresh Page.',
        'If the same part fails again, turn off content blockers for this site and refresh again.',
      ],
      preventionTips: ['Refresh pages that have been open for days before you write in them.'],
    },
  },
  {
    id: 'stale-release',
    signs: [
      { confidence: 0.9, text: otherRelease },
      { confidence: 0.7, text: failedModule },
      { confidence: 0.3, text: errorCodePattern('not_found', 'method_not_allowed', 'not_json') },
    ],
    advice: {
      title: 'The site was updated while the page was open',
      severity: 'medium',
      category: 'Page',
      estimatedTime: '1 minute',
      description: 'This tab still runs the previous version, which is no longer on the server.',
      actionSteps: [
        'Copy what you have written.',
        'Press Refresh Page to load the new version.',
        'If that does not help, reload without the cache: Ctrl+Shift+R, or ⇧⌘R on a Mac.',
        'On a phone, close the tab and open the site again.',
      ],
      preventionTips: ['Close tabs you no longer need instead of keeping them open for weeks.'],
    },
  },
  {
    id: 'unsupported-browser',
    signs: [
      { confidence: 0.75, text: missingFeature },
      { confidence: 0.75, text: missingGlobal },
      { confidence: 0.7, text: unknownSyntax },
      { confidence: 0.65, text: /^TypeError: undefined is not a function \(near '\.\.\.\w+ of / },
      { confidence: 0.4, text: /crypto\.randomUUID is not a function|crypto\.subtle/ },
    ],
    advice: {
      title: 'Your browser is too old for this page',
      severity: 'high',
      category: 'Browser',
      estimatedTime: '10 minutes',
      description:
        'The page uses a feature that your browser does not support. Current browsers support it.',
      actionSteps: [
        'Open your browser’s menu, choose Help or About, and install the available update.',
        'On a phone or tablet, update the browser in the app store and the operating system in the settings.',
        'If no update is available, install a current version of Firefox, Chrome, Edge or Safari.',
        'Do not use “compatibility” or “Internet Explorer” mode for this site.',
      ],
      preventionTips: ['Leave automatic updates on.'],
    },
  },
]
