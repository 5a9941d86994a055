import { failedFetch, type Rule } from './rule.ts'

export const page: readonly Rule[] = [
  {
    id: 'render-loop',
    signs: [
      {
        confidence: 0.9,
        text: /React error #(?:185|301)\b|Maximum update depth exceeded|Too many re-renders/,
      },
      { confidence: 0.6, text: /Maximum call stack size exceeded|too much recursion/ },
    ],
    advice: {
      title: 'The page was stuck in a loop and was stopped',
      severity: 'high',
      category: 'Page',
      estimatedTime: '1 minute',
      description:
        'Part of the page kept updating itself endlessly. This is a bug in the page, sometimes triggered by an extension.',
      actionSteps: [
        'Press Refresh Page.',
        'If it happens again in the same place, start again from the home page.',
        'Try a private window, where extensions are off.',
        'Tell the team which page it was and what you did last.',
      ],
      preventionTips: ['Keep your browser and its extensions up to date.'],
    },
  },
  {
    id: 'navigation-flood',
    signs: [
      {
        confidence: 0.9,
        text: /history\.(?:replaceState|pushState)\(\) more than|Too many calls to Location or History APIs/,
      },
    ],
    advice: {
      title: 'The page changed its address too often',
      severity: 'medium',
      category: 'Page',
      estimatedTime: '1 minute',
      description:
        'The browser stops a page that changes its address a hundred times within seconds. Rapid clicking or an extension can cause this.',
      actionSteps: ['Wait half a minute, then press Refresh Page.', 'Continue from the home page.'],
      preventionTips: ['Give each page a moment before you press Next again.'],
    },
  },
  {
    id: 'resize-notice',
    signs: [{ confidence: 0.95, text: /ResizeObserver loop/ }],
    advice: {
      title: 'A harmless browser notice',
      severity: 'low',
      category: 'Page',
      estimatedTime: 'Nothing to do',
      description:
        'The page was resized while the browser was laying it out, so the browser postponed part of the work. Nothing is lost or broken.',
      actionSteps: ['Close this message and continue.'],
      preventionTips: ['If it happens often, turn off extensions that change how pages look.'],
    },
  },
  {
    id: 'request-cancelled',
    signs: [
      {
        confidence: 0.6,
        text: /^AbortError: |net::ERR_ABORTED|NS_BINDING_ABORTED|^Error: cancelled$/,
      },
    ],
    advice: {
      title: 'A request was cancelled',
      severity: 'low',
      category: 'Page',
      estimatedTime: 'Nothing to do',
      description:
        'You moved on before a response arrived, or the browser was told to stop loading.',
      actionSteps: [
        'Continue: the page will request what it needs again.',
        'If something is missing on the page, press Refresh Page.',
      ],
      preventionTips: [
        'Wait for “Submitting...” or “Posting...” to finish before you leave a page.',
      ],
    },
  },
  {
    id: 'out-of-memory',
    signs: [
      {
        confidence: 0.7,
        text: /Array buffer allocation failed|[Oo]ut of memory|allocation size overflow|could not allocate memory|Cannot allocate/,
      },
    ],
    advice: {
      title: 'The browser ran out of memory',
      severity: 'high',
      category: 'Browser',
      estimatedTime: '2 minutes',
      description: 'Too much is open for the memory of this device.',
      actionSteps: [
        'Copy what you have written.',
        'Close tabs and apps that you do not need.',
        'Close the browser completely, open it again and come back.',
      ],
      preventionTips: ['Restart the browser occasionally, and keep fewer tabs open.'],
    },
  },
  {
    id: 'language-setting',
    signs: [
      {
        confidence: 0.85,
        text: /[Ii]nvalid language tag|Incorrect locale information|[Ii]nvalid time ?zone/,
      },
    ],
    advice: {
      title: 'Your browser’s language or time zone is invalid',
      severity: 'medium',
      category: 'Browser',
      estimatedTime: '3 minutes',
      description:
        'The page formats dates and numbers, and your browser reports a language or a time zone that does not exist.',
      actionSteps: [
        'Open your browser’s language settings, remove unusual entries and put a common one such as “English” at the top.',
        'Set your device’s time zone by choosing a city.',
        'Close the browser completely and open it again.',
      ],
      preventionTips: [
        'Extensions that disguise your browser often set such values; turn them off for this site.',
      ],
    },
  },
  {
    id: 'page-broke',
    signs: [
      {
        confidence: 0.5,
        text: /^TypeError: (?:Cannot read propert(?:y|ies) of (?:null|undefined)|can't access property |(?:null|undefined) is not an object|undefined is not a function|Spread syntax requires|.{1,200} is not (?:a function|iterable))/,
        unless: failedFetch,
      },
      {
        confidence: 0.5,
        text: /^ReferenceError: |React error #\d+|Invalid time value|[Ii]nvalid [Dd]ate/,
      },
      {
        confidence: 0.5,
        text: /Objects are not valid as a React child|Rendered (?:more|fewer) hooks|Element type is invalid/,
      },
    ],
    advice: {
      title: 'Part of the page failed',
      severity: 'medium',
      category: 'Page',
      estimatedTime: '2 minutes',
      description:
        'The page encountered an unexpected problem. It is most likely a bug in the page, but an extension or an old browser can also cause it.',
      actionSteps: [
        'Press Refresh Page.',
        'If it happens again, try a private window, where extensions are off, or update your browser.',
        'If it still happens, tell the team which page it was and what you did last.',
      ],
      preventionTips: ['Keep your browser and its extensions up to date.'],
    },
  },
]
