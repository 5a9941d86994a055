import type { Rule } from './rule.ts'

export const storage: readonly Rule[] = [
  {
    id: 'storage-blocked',
    signs: [
      {
        confidence: 0.9,
        text: /'(?:local|session)Storage' property from 'Window'|Window\.(?:local|session)Storage getter|(?:local|session)Storage is (?:null|not available|undefined)|evaluating '(?:window\.)?(?:local|session)Storage\.|permission to access the database|IDBFactory|access to the Indexed Database API is denied|Cache storage is disabled|'CacheStorage'/,
      },
      {
        confidence: 0.75,
        text: /^SecurityError: The operation is insecure\.?$/,
        stack: /^(?!(?:Worker|SharedWorker|WebSocket|replaceState|pushState)@)/,
      },
    ],
    advice: {
      title: 'Your browser does not let the site store anything',
      severity: 'medium',
      category: 'Cookies and storage',
      estimatedTime: '3 minutes',
      description:
        'The site stores a few settings in your browser, such as the theme and your session. Your browser blocks this, or the page is embedded in another page.',
      actionSteps: [
        'Open your browser’s privacy settings and look for “block all cookies” or “block site data”.',
        'Turn that off, or add this site to the exceptions.',
        'Open the site in its own tab, not inside another page or app.',
        'Press Refresh Page.',
      ],
      preventionTips: [
        'Blocking only third-party cookies is enough for privacy: this site uses none.',
        'If you block everything, you can still read the site.',
      ],
    },
  },
  {
    id: 'cookies-blocked',
    signs: [
      {
        confidence: 0.9,
        text: /'cookie' property (?:from|on) 'Document'|Document\.cookie [gs]etter/,
      },
      {
        confidence: 0.85,
        text: /net::ERR_TOO_MANY_REDIRECTS|NS_ERROR_REDIRECT_LOOP|Load cannot follow more than \d+ redirections/,
      },
      {
        confidence: 0.6,
        text: /^SecurityError: The operation is insecure\.?$/,
        stack: /^(?!(?:Worker|SharedWorker|WebSocket|replaceState|pushState)@)/,
      },
      { confidence: 0.5, text: /'(?:local|session)Storage' property|Window\.localStorage getter/ },
      { confidence: 0.3, text: /^\w*Error: 401: / },
    ],
    advice: {
      title: 'Cookies for this site are blocked or damaged',
      severity: 'medium',
      category: 'Cookies and storage',
      estimatedTime: '3 minutes',
      description:
        'A cookie keeps you signed in. If it is blocked or damaged, you are signed out again and again, or redirected in a loop.',
      actionSteps: [
        'Click the icon to the left of the address and open “Cookies and site data”.',
        'Allow cookies for this site, and delete those it already has.',
        'Press Refresh Page and sign in again.',
      ],
      preventionTips: ['Exclude this site from extensions that delete cookies.'],
    },
  },
  {
    id: 'quota-exceeded',
    signs: [
      {
        confidence: 0.95,
        text: /QuotaExceededError|exceeded the quota|NS_ERROR_DOM_QUOTA_REACHED|The quota has been exceeded|NS_ERROR_FILE_NO_DEVICE_SPACE/,
      },
    ],
    advice: {
      title: 'Your browser’s storage is full',
      severity: 'medium',
      category: 'Cookies and storage',
      estimatedTime: '5 minutes',
      description:
        'The browser has no storage left for this site: the device is nearly full, or a private window allows very little.',
      actionSteps: [
        'Free some space on the device: empty the recycle bin and delete downloads you do not need.',
        'Click the icon to the left of the address, open the site’s stored data and delete it.',
        'Use a normal window instead of a private one.',
        'Press Refresh Page. You may have to sign in again. Nothing on the site itself is lost.',
      ],
      preventionTips: ['Keep about a tenth of the device’s storage free.'],
    },
  },
]
