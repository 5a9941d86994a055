import { readApiDescription, readApiDocumentation } from '@answerable/contracts/api-description'
import { readOpenDataFile, readOpenDataKey } from '@answerable/contracts/open-data'
import {
  type Access,
  defaultMaxBodyBytes,
  type Route,
  requiresConfirmation,
} from '@answerable/contracts/route'
import { search } from '@answerable/contracts/search'
import * as z from 'zod/mini'
import { isCompressible } from '../upstream/compress.ts'
import { refusalsOf } from './errors.ts'
import { operationTextOf } from './operation-texts.ts'
import { parameterTexts, subjectOf } from './parameter-texts.ts'
import { rateLimitsOf } from './rate-limit-text.ts'
import type { JsonSchema, Schemas, Side } from './schemas.ts'
import type { Operation, Parameter, Response } from './types.ts'

export const operationOf = (name: string, route: Route, schemas: Schemas): Operation => {
  const parameters = parametersOf(route, schemas)
  const { summary, details } = operationTextOf(name)
  return {
    operationId: name,
    summary: `${summary}.`,
    description: [
      ...(details ? [details] : []),
      whoMayCall[route.access],
      ...(requiresConfirmation(route) ? [needsConfirmation] : []),
      rateLimitsOf(route),
    ].join(' '),
    tags: [tagOf(route)],
    security: securityOf[route.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route, route.body, schemas) }),
    responses: {
      [String(route.status ?? 200)]: successOf(route, schemas),
      ...(route.redirects === true ? { '301': moved } : {}),
      ...(isConditional(route) ? { '304': unchanged } : {}),
      ...refusalsOf(route),
    },
  }
}

const tagOf = ({ service, path }: Route): string =>
  service === 'gateway' ? 'site' : (path.split('/')[2] ?? '')

const whoMayCall: Record<Access, string> = {
  public: 'No sign-in is required.',
  'signed-in': 'Requires a signed-in user.',
  admin: 'Requires an administrator.',
  internal: 'Internal.',
}

const needsConfirmation =
  'If the administrator has a passkey, or passkeys are required, it must have confirmed the session.'

const withSession = { session: [] }
const securityOf: Record<Access, Record<string, string[]>[]> = {
  public: [{}, withSession],
  'signed-in': [withSession],
  admin: [withSession],
  internal: [],
}

const parametersOf = (route: Route, schemas: Schemas): Parameter[] => [
  ...parametersIn('path', route.params, schemas).map((parameter) => ({
    ...parameter,
    description: `${pathParameterNames[parameter.name] ?? 'ID'} of the ${subjectOf(route)}.`,
  })),
  ...parametersIn('query', route.query, schemas),
  ...(route.errors?.includes('idempotency_mismatch') === true ? [idempotencyKey] : []),
  ...(isConditional(route) ? [ifNoneMatch] : []),
]

const pathParameterNames: Readonly<Record<string, string>> = {
  slug: 'Slug',
  kind: 'Kind',
  key: 'Key',
  snapshot: 'Name',
  file: 'File',
}

/** Responses from the gateway's cache and its own files have an ETag. */
const isConditional = (route: Route): boolean =>
  isCompressible(route) ||
  [readApiDescription, readApiDocumentation, readOpenDataFile].some((own: Route) => own === route)

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an earlier response. If nothing has changed, the response is 304.',
  required: false,
  schema: { type: 'string' },
}

const unchanged: Response = {
  description: 'Nothing has changed since the response with that ETag.',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/requestId' },
    ETag: { $ref: '#/components/headers/etag' },
  },
}

const moved: Response = {
  description: 'The resource has another path now.',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/requestId' },
    Location: { description: 'The current path.', schema: { type: 'string' } },
  },
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A UUID. Repeating the request with the same key and content returns the first response.',
  required: false,
  schema: { type: 'string', format: 'uuid' },
}

/** A query parameter is text, but its parsed type is more useful. */
const sideOf = { path: 'input', query: 'output' } as const satisfies Record<string, Side>

const parametersIn = (
  place: keyof typeof sideOf,
  schema: z.ZodMiniType | undefined,
  schemas: Schemas,
): Parameter[] => {
  if (schema === undefined) return []
  const properties = propertiesOf(schemas.of(schema, sideOf[place]))
  const { required = [] } = schemas.of(schema, 'input') as { required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    ...(place === 'query' && parameterTexts[name] ? { description: parameterTexts[name] } : {}),
    required: required.includes(name),
    schema: property,
  }))
}

const propertiesOf = ({ properties }: JsonSchema): Record<string, JsonSchema> =>
  properties as Record<string, JsonSchema>

const bodyOf = (
  route: Route,
  body: z.ZodMiniType,
  schemas: Schemas,
): NonNullable<Operation['requestBody']> => ({
  description: `At most ${(route.maxBodyBytes ?? defaultMaxBodyBytes).toLocaleString('en')} bytes, nested at most 5 levels.`,
  required: !body.safeParse(undefined).success,
  content: { 'application/json': { schema: schemas.of(body, 'input') } },
})

const successOf = (route: Route, schemas: Schemas): Response => ({
  description: route.status === 204 ? 'No content.' : 'Success.',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/requestId' },
    ...(route.service === 'gateway' ? {} : limitHeaders),
    ...(isPaged(route) ? pageHeaders : {}),
    ...(route === search ? correctionHeader : {}),
    ...(isConditional(route) ? { ETag: { $ref: '#/components/headers/etag' } } : {}),
  },
  ...contentOf(route, schemas),
})

const isPaged = ({ query, response }: Route): boolean =>
  query instanceof z.ZodMiniObject && 'page' in query.shape && response instanceof z.ZodMiniArray

const limitHeaders = {
  RateLimit: { $ref: '#/components/headers/rateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/rateLimitPolicy' },
}

const pageHeaders = {
  'X-Total-Count': { $ref: '#/components/headers/totalCount' },
  Link: { $ref: '#/components/headers/link' },
}

const correctionHeader = {
  'Search-Corrected-To': { $ref: '#/components/headers/correctedTo' },
}

const contentOf = (route: Route, schemas: Schemas): Pick<Response, 'content'> => {
  if (route.status === 204) return {}
  if (route.response === undefined)
    return { content: { [mediaTypes.get(route) ?? 'text/html']: { schema: page } } }
  return { content: { 'application/json': { schema: schemas.of(route.response, 'output') } } }
}

const page = { type: 'string' }

/** Of responses that are neither JSON nor a page. */
const mediaTypes: ReadonlyMap<Route, string> = new Map<Route, string>([
  [readOpenDataFile, 'application/octet-stream'],
  [readOpenDataKey, 'application/x-pem-file'],
])
