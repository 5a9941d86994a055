import { sitemapPath } from '@answerable/contracts/sitemaps'
import type { Config } from '../config.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'

export const robotsPath = '/robots.txt'
export const securityTextPath = '/.well-known/security.txt'

/** Robots may read the public pages only. */
const robotsText = (origin: string): string => `User-agent: *
Disallow: /api/
Allow: /api/oembed
Disallow: /admin
Disallow: /auth/
Disallow: /settings
Disallow: /notifications
Disallow: /my-boycotts
Disallow: /notice/status
Disallow: /unsubscribe
Disallow: /search?
Disallow: /boycott/*/sheet

Sitemap: ${origin}${sitemapPath}
`

export const serveRobots =
  ({ PUBLIC_ORIGIN }: Pick<Config, 'PUBLIC_ORIGIN'>) =>
  async (context: RequestContext): Promise<void> =>
    respondText(context, robotsText(PUBLIC_ORIGIN))

/** Contact for reports of vulnerabilities (RFC 9116). */
export const serveSecurityText =
  (config: Pick<Config, 'PUBLIC_ORIGIN' | 'CONTACT_EMAIL'>) =>
  async (context: RequestContext): Promise<void> =>
    respondText(context, securityText(config, new Date()))

export const securityText = (
  { PUBLIC_ORIGIN, CONTACT_EMAIL }: Pick<Config, 'PUBLIC_ORIGIN' | 'CONTACT_EMAIL'>,
  now: Date,
): string => `Contact: ${contactOf(CONTACT_EMAIL) ?? `${PUBLIC_ORIGIN}/about`}
Expires: ${expiryAfter(now).toISOString().replace('.000', '')}
Preferred-Languages: en
Canonical: ${PUBLIC_ORIGIN}${securityTextPath}
`

const contactOf = (address: string | undefined): string | null => {
  if (address === undefined) return null
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURI(address.slice(at + 1))}`
}

const validDays = 180
const dayMilliseconds = 86_400_000

/** Midnight (UTC) half a year ahead: the same response all day, and never expired. */
const expiryAfter = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / dayMilliseconds) + validDays) * dayMilliseconds)

const respondText = (context: RequestContext, body: string): void =>
  respond(context, {
    status: 200,
    headers: ['content-type', 'text/plain; charset=utf-8', 'cache-control', 'public, max-age=3600'],
    body,
  })
