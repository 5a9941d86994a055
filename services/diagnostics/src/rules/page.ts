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
      title: 'The page ran in circles and was stopped',
      severity: 'high',
      category: 'Page',
      estimatedTime: '1 minute',
      description:
        'A part of the page kept updating itself without an end. That is a mistake in the page, sometimes set off by an extension.',
      actionSteps: [
        'Press Refresh Page.',
        'If it comes back in the same place, go to the home page and do what you wanted from there.',
        'Try a private window, where extensions are off.',
        'Tell the team which page it was and what you pressed last.',
      ],
      preventionTips: ['Nothing that you saved is affected.'],
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
        'The browser stops a page that changes its address a hundred times within seconds. Quick clicking or an extension can cause it.',
      actionSteps: ['Wait half a minute, then press Refresh Page.', 'Go on from the home page.'],
      preventionTips: ['Give each page a moment before you press Next again.'],
    },
  },
  {
    id: 'resize-notice',
    signs: [{ confidence: 0.95, text: /ResizeObserver loop/ }],
    advice: {
      title: 'A harmless notice of your browser',
      severity: 'low',
      category: 'Page',
      estimatedTime: 'Nothing to do',
      description:
        'The page was resized while it was being laid out, and the browser postponed a part of that. Nothing is lost or broken.',
      actionSteps: ['Close this message and go on.'],
      preventionTips: ['If it comes often, turn off extensions that change how pages look.'],
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
      title: 'A request was called off',
      severity: 'low',
      category: 'Page',
      estimatedTime: 'Nothing to do',
      description:
        'You went on to something else before an answer came, or the browser was asked to stop loading.',
      actionSteps: [
        'Go on: what is needed is asked for again.',
        'If something is missing on the page, press Refresh Page.',
      ],
      preventionTips: ['Wait for “Submitting...” or “Posting...” to end before you leave a page.'],
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
      description: 'Too much is open at once for the memory of this device.',
      actionSteps: [
        'Copy what you have written.',
        'Close tabs and apps that you do not need.',
        'Close the browser completely, open it again and come back.',
      ],
      preventionTips: ['Restart the browser now and then, and keep fewer tabs open.'],
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
      title: 'The language or time zone of your browser is set oddly',
      severity: 'medium',
      category: 'Browser',
      estimatedTime: '3 minutes',
      description:
        'The page writes dates and numbers in your language, and your browser names a language or a time zone that does not exist.',
      actionSteps: [
        'Open the language settings of your browser, remove unusual entries and put a plain one such as “English” on top.',
        'Set the time zone of your device by choosing a city.',
        'Close the browser completely and open it again.',
      ],
      preventionTips: ['Extensions that disguise your browser often set such values.'],
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
      title: 'A part of the page broke',
      severity: 'medium',
      category: 'Page',
      estimatedTime: '2 minutes',
      description:
        'The page met something that it was not prepared for. Most likely it is a mistake in the page; an extension or an old browser can cause the same.',
      actionSteps: [
        'Press Refresh Page.',
        'If it happens again, try a private window, where extensions are off, or update your browser.',
        'If it still happens, tell the team which page it was and what you pressed last.',
      ],
      preventionTips: ['Nothing that you saved is affected.'],
    },
  },
]
