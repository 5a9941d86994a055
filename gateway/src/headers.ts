import { isProduction } from '@answerable/service-kit/config'
import type { Config } from './config.ts'

/** Where embedded media may come from. */
const frames = [
  'https://www.youtube-nocookie.com',
  'https://www.tiktok.com',
  'https://platform.twitter.com',
]

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  `frame-src ${frames.join(' ')}`,
].join('; ')

const closedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const permissionsPolicy = [
  ...closedFeatures.map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
  `fullscreen=(${frames.map((frame) => `"${frame}"`).join(' ')})`,
].join(', ')

/** What every answer carries: names and values in turn. */
export const securityHeaders = (config: Pick<Config, 'PUBLIC_ORIGIN'>): readonly string[] => [
  'content-security-policy',
  contentSecurityPolicy,
  'x-content-type-options',
  'nosniff',
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'referrer-policy',
  'strict-origin-when-cross-origin',
  'permissions-policy',
  permissionsPolicy,
  ...(isProduction(config)
    ? ['strict-transport-security', 'max-age=63072000; includeSubDomains']
    : []),
]
