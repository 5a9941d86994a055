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
      title: 'Your device’s clock may be wrong',
      severity: 'high',
      category: 'Secure connection',
      estimatedTime: '3 minutes',
      description:
        'Secure connections are checked against the date on your device. If that date is wrong, every secure site looks expired.',
      actionSteps: [
        'Compare the date, time and time zone of your device with another clock.',
        'Open the date and time settings and turn on automatic date and time.',
        'Close the browser completely, open it again and return to this page.',
        'If the clock was correct, the site’s certificate may have expired: try again in an hour.',
      ],
      preventionTips: [
        'Leave automatic date and time turned on.',
        'A computer that loses the time when it is turned off needs a new clock battery.',
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
      title: 'Your connection to the site may be intercepted',
      severity: 'critical',
      category: 'Secure connection',
      estimatedTime: '5 minutes',
      description:
        'Your browser could not verify that it is connected to the real site. A public Wi-Fi network, antivirus software or a company network may be reading the traffic, or somebody may be pretending to be the site.',
      actionSteps: [
        'Do not enter your email address or a sign-in code, and do not click past browser warnings.',
        'On public Wi-Fi, complete its sign-in page first, or switch to mobile data.',
        'Temporarily turn off the “web shield” or “HTTPS scanning” of your antivirus software.',
        'Press Refresh Page. If the warning also appears on another network, please tell us.',
      ],
      preventionTips: ['Use mobile data instead of an open Wi-Fi network to sign in.'],
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
        'Browsers disable copying, encryption and other features on pages whose address does not begin with https. Very old browsers do not have these features.',
      actionSteps: [
        'Click the address bar and check how the address begins.',
        'If it begins with http://, change that to https:// and press Enter.',
        'If it already begins with https://, update your browser.',
      ],
      preventionTips: ['Turn on “HTTPS-only mode” in your browser’s settings.'],
    },
  },
]
