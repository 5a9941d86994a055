import { isProduction } from '@answerable/service-kit/config'
import type { Config } from '../config.ts'

/** Origins of embedded media. */
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
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const permissionsPolicy = [
  ...closedFeatures.map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
  // Passkeys of administrators.
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  `fullscreen=(${frames.map((frame) => `"${frame}"`).join(' ')})`,
].join(', ')

type Origin = Pick<Config, 'PUBLIC_ORIGIN'>

/** Headers of every response except the files of the web: alternating names and values. */
export const securityHeaders = (
  config: Origin,
  policy = contentSecurityPolicy,
): readonly string[] => [
  'content-security-policy',
  policy,
  'cross-origin-opener-policy',
  'same-origin',
  'permissions-policy',
  permissionsPolicy,
  ...transportHeaders(config),
]

/**
 * Headers of scripts, styles, fonts and pictures: alternating names and values. The headers for documents would add
 * a tenth to the bytes of a first visit; a file that is opened by itself may load nothing.
 */
export const fileHeaders = (config: Origin): readonly string[] => [
  'content-security-policy',
  "default-src 'none'; frame-ancestors 'none'",
  ...transportHeaders(config),
]

/** The path of the service worker, which may fetch what its page may. */
export const workerPath = '/my-boycotts-worker.js'

export const workerHeaders = (config: Origin): readonly string[] => [
  'content-security-policy',
  "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  ...transportHeaders(config),
]

/** Headers of the one page that other sites may frame. Search engines must not list it. */
export const embedHeaders = (config: Origin, policy: string): readonly string[] => [
  'content-security-policy',
  policy,
  'permissions-policy',
  permissionsPolicy,
  'cross-origin-resource-policy',
  'cross-origin',
  'x-robots-tag',
  'noindex',
  ...originHeaders(config),
]

/** Headers of the pictures that other sites show. Search engines must not keep them beyond a removal. */
export const pictureHeaders = (config: Origin): readonly string[] => [
  'content-security-policy',
  "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy',
  'cross-origin',
  'x-frame-options',
  'DENY',
  'x-robots-tag',
  'noindex',
  ...originHeaders(config),
]

const transportHeaders = (config: Origin): readonly string[] => [
  'cross-origin-resource-policy',
  'same-origin',
  // For browsers that do not know frame-ancestors.
  'x-frame-options',
  'DENY',
  ...originHeaders(config),
]

const originHeaders = (config: Origin): readonly string[] => [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'strict-origin-when-cross-origin',
  ...(isProduction(config)
    ? ['strict-transport-security', 'max-age=63072000; includeSubDomains']
    : []),
]
