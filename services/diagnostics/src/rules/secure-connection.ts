import { failedFetch, type Rule } from './rule.ts'

export const secureConnection: readonly Rule[] = [
  {
    id: 'clock-wrong',
    signs: [
      {
        confidence: 0.9,
        text: /ERR_CERT_DATE_INVALID|SEC_ERROR_EXPIRED_(?:ISSUER_)?CERTIFICATE|MOZILLA_PKIX_ERROR_NOT_YET_VALID|SEC_ERROR_OCSP_(?:FUTURE|OLD)_RESPONSE/,
      },
      { confidence: 0.5, text: failedFetch, clockOffMinutes: 10 },
      { confidence: 0.3, text: /ERR_CERT_|ERR_SSL_|SEC_ERROR_|SSL_ERROR_|TLS certificate/ },
    ],
    advice: {
      title: 'The clock of your device may be wrong',
      severity: 'high',
      category: 'Secure connection',
      estimatedTime: '3 minutes',
      description:
        'A secure connection is checked against the date on your device. When that date is off by days or years, every secure site looks expired.',
      actionSteps: [
        'Compare date, time and time zone of your device with another clock.',
        'Open the date and time settings and switch on setting them automatically.',
        'Close the browser completely, open it again and return to this page.',
        'If the clock was right, the site’s certificate may really have run out: try again in an hour.',
      ],
      preventionTips: [
        'Leave the clock on automatic.',
        'A computer that forgets the time whenever it is switched off needs a new clock battery.',
      ],
    },
  },
  {
    id: 'certificate-untrusted',
    signs: [
      {
        confidence: 0.9,
        text: /ERR_CERT_(?:AUTHORITY_INVALID|COMMON_NAME_INVALID|REVOKED|INVALID)|ERR_SSL_\w+|SEC_ERROR_(?:UNKNOWN_ISSUER|UNTRUSTED_ISSUER|REVOKED_CERTIFICATE)|SSL_ERROR_\w+|MOZILLA_PKIX_ERROR_(?:SELF_SIGNED_CERT|MITM_DETECTED)|Unacceptable TLS certificate|An SSL error has occurred/,
      },
      { confidence: 0.4, text: /ERR_CERT_DATE_INVALID|SEC_ERROR_EXPIRED_CERTIFICATE/ },
    ],
    advice: {
      title: 'Something stands between you and the site',
      severity: 'critical',
      category: 'Secure connection',
      estimatedTime: '5 minutes',
      description:
        'Your browser could not make sure that it talks to the real site. A public Wi-Fi, a virus scanner or a company network may be reading along, or somebody pretends to be the site.',
      actionSteps: [
        'Do not enter your mail address or a sign-in code, and do not click past a warning of the browser.',
        'If you are in a public Wi-Fi, finish its own sign-in page first, or change to mobile data.',
        'Turn off the “web shield” or “HTTPS scanning” of your virus scanner for a moment.',
        'Press Refresh Page. If the warning stays in another network too, please tell us.',
      ],
      preventionTips: ['Use mobile data rather than an open Wi-Fi to sign in.'],
    },
  },
  {
    id: 'insecure-address',
    signs: [
      {
        confidence: 0.75,
        text: /crypto\.(?:randomUUID|subtle)|\(reading '(?:digest|register)'\)|(?:navigator\.serviceWorker|crypto\.subtle) is undefined|evaluating '(?:navigator\.serviceWorker|crypto\.subtle)\.|(?:^ReferenceError: caches is not defined|Can't find variable: caches)$/,
      },
      {
        confidence: 0.55,
        text: /\(reading '(?:writeText|readText)'\)|navigator\.clipboard is undefined|evaluating 'navigator\.clipboard\./,
      },
    ],
    advice: {
      title: 'The page was opened without a secure connection',
      severity: 'medium',
      category: 'Secure connection',
      estimatedTime: '1 minute',
      description:
        'Browsers switch off copying, encryption and other features on pages whose address does not begin with https. Very old browsers lack these features altogether.',
      actionSteps: [
        'Click into the address bar and look at the very beginning of the address.',
        'If it begins with http://, change that to https:// and press Enter.',
        'If it already begins with https://, update your browser to its newest version.',
      ],
      preventionTips: ['Switch on “HTTPS-only mode” in the settings of your browser.'],
    },
  },
]
