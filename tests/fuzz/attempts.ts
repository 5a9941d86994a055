import fc, { type Arbitrary } from 'fast-check'
import { type Role, roles } from './actors.ts'
import type { Call } from './api.ts'
import { knownId } from './known-ids.ts'
import { valuesOf } from './values.ts'

/** A request before it is sent: ids and the sender's cookie are still to be filled in. */
export type Attempt = {
  kind: 'valid' | 'broken' | 'hostile'
  /** The special property of the request. */
  note: string
  role: Role
  /** Index of the sender among the accounts of that role. */
  actor: number
  /** Whether the author of the submission sends it instead. */
  isByAuthor: boolean
  method: string
  /** Path and query. */
  target: string
  headers: [name: string, value: string][]
  /** Cookies instead of the sender's own. */
  cookie: string | null
  body: Buffer | null
  framing: 'whole' | 'chunked' | 'cut short' | 'as the headers say'
  /** Whether the connection may be closed without a response. */
  mayHaveNoResponse: boolean
}

export type AttemptOf = (call: Call) => Arbitrary<Attempt>

/** Requests that the API description allows. */
export const validAttempt: AttemptOf = (call) =>
  fc
    .record({
      role: rolesFor(call),
      actor: fc.noBias(fc.nat()),
      isByAuthor: fc.boolean(),
      target: targetsOf(call),
      body: bodiesOf(call),
      key: fc.option(fc.uuid({ version: 4 }), { freq: 4 }),
      framing: fc.constantFrom('whole' as const, 'chunked' as const),
    })
    .map(({ role, actor, isByAuthor, target, body, key, framing }) => ({
      kind: 'valid',
      note: call.operationId,
      role,
      actor,
      isByAuthor: isByAuthor && role === 'member',
      method: call.method,
      target,
      headers: [
        ...(body === null ? [] : [jsonType]),
        ...(key === null || !takesKey(call) ? [] : [['idempotency-key', key] as [string, string]]),
        ['sec-fetch-site', 'same-origin'],
      ],
      cookie: null,
      body,
      framing: body === null ? 'whole' : framing,
      mayHaveNoResponse: false,
    }))

export const jsonType: [string, string] = ['content-type', 'application/json']

const takesKey = (call: Call): boolean =>
  call.parameters.some(({ name }) => name === 'Idempotency-Key')

/** Mostly a role that may make the call. */
const rolesFor = ({ route }: Call): Arbitrary<Role> => {
  const enough = { public: 'visitor', 'signed-in': 'member', admin: 'admin', internal: 'visitor' }
  return fc.oneof(
    { arbitrary: fc.constant(enough[route.access] as Role), weight: 3 },
    { arbitrary: fc.constantFrom(...roles), weight: 2 },
  )
}

const targetsOf = (call: Call): Arbitrary<string> =>
  fc.tuple(pathsOf(call), queriesOf(call)).map(([path, query]) => path + query)

export const pathsOf = (call: Call): Arbitrary<string> => {
  const parameters = call.parameters.filter((parameter) => parameter.in === 'path')
  const values = parameters.map(({ schema }) =>
    fc.oneof(
      { arbitrary: fc.noBias(fc.nat()).map((index) => knownId(call.template, index)), weight: 6 },
      {
        arbitrary: valuesOf(schema).map((value) =>
          encodeURIComponent(String(value).toWellFormed()),
        ),
        weight: 1,
      },
    ),
  )
  return fc.tuple(...values, fc.uuid({ version: 4 })).map((filled) => {
    const fallback = filled.at(-1) ?? ''
    return parameters.reduce(
      (path, { name }, index) => path.replace(`:${name}`, filled[index] ?? fallback),
      call.template,
    )
  })
}

const queriesOf = (call: Call): Arbitrary<string> => {
  const parameters = call.parameters.filter((parameter) => parameter.in === 'query')
  const values = parameters.map(({ required, schema }) => {
    const value = valuesOf({ ...schema, maxLength: Math.min(schema.maxLength ?? 60, 60) })
    return required ? value : fc.option(value, { nil: undefined })
  })
  return fc.tuple(...values).map((given) => {
    const search = new URLSearchParams()
    for (const [index, value] of given.entries()) {
      if (value !== undefined) search.append(parameters[index]?.name ?? '', String(value))
    }
    return search.size === 0 ? '' : `?${search}`
  })
}

const bodiesOf = ({ body }: Call): Arbitrary<Buffer | null> =>
  body === null
    ? fc.constant(null)
    : valuesOf(body).map((value) => Buffer.from(JSON.stringify(value)))
