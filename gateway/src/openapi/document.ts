import type { Route } from '@answerable/contracts/route'
import manifest from '../../package.json' with { type: 'json' }
import { errorResponses } from './errors.ts'
import { operationOf } from './operation.ts'
import { openSchemas } from './schemas.ts'
import type { ApiDescription, Header } from './types.ts'

/** Describes the calls that anyone may make from outside, from the contracts themselves. */
export const describeApi = (
  routes: Readonly<Record<string, Route>>,
  sessionCookie: string,
): ApiDescription => {
  const schemas = openSchemas()
  const operations = Object.entries(routes)
    .filter(([, { path, access }]) => access !== 'internal' && path.startsWith('/api/'))
    .map(([name, route]) => ({ route, operation: operationOf(name, route, schemas) }))
  const paths: ApiDescription['paths'] = {}
  for (const { route, operation } of operations) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  const tags = new Set(operations.flatMap(({ operation }) => operation.tags))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Answerable',
      version: manifest.version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Array.from(tags, (name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: aboutSessions },
      },
      headers,
      responses: errorResponses(schemas),
      schemas: schemas.named(),
    },
  }
}

const description =
  'Requests and responses are JSON over HTTP. Every response has an ID in X-Request-Id. Every error response is ' +
  'an Error with a stable code. Requests with undocumented query parameters or body fields are rejected. ' +
  'Changes to scores and comment counts are sent as text frames on the WebSocket /ws.'

const aboutSessions =
  'Set when a user signs in with a link or code from an email. Requests that change data are rejected if ' +
  'Sec-Fetch-Site, or else Origin, names another site.'

const headers = {
  requestId: {
    description: 'ID of this response in the site’s logs.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  retryAfter: {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
  },
  rateLimit: {
    description: 'Remaining requests under each limit, and the seconds until it resets.',
    schema: { type: 'string' },
  },
  rateLimitPolicy: {
    description:
      'The number of requests and the window in seconds of each limit, as in draft-ietf-httpapi-ratelimit-headers.',
    schema: { type: 'string' },
  },
  etag: {
    description:
      'Send it as If-None-Match to get 304 if nothing has changed. Not always present for signed-in users.',
    schema: { type: 'string' },
  },
  totalCount: {
    description: 'Number of entries in the whole list.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  correctedTo: {
    description:
      'The other spelling whose entries are included, percent-encoded. Absent without one.',
    schema: { type: 'string' },
  },
  link: {
    description: 'Links to the first, previous, next and last page (RFC 8288).',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Header>
