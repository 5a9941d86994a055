import fc, { type Arbitrary } from 'fast-check'

/** The subset of JSON Schema that the API description uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

/** Values that a schema allows. */
export const valuesOf = (schema: Schema): Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(valuesOf))
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => valuesOfType(type, schema)))
}

const valuesOfType = (type: string, schema: Schema): Arbitrary<unknown> => {
  if (type === 'object') return objectsOf(schema)
  if (type === 'array') {
    return fc.array(valuesOf(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 5, 5),
    })
  }
  if (type === 'integer') return integersOf(schema)
  if (type === 'number') {
    return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
  }
  if (type === 'boolean') return fc.boolean()
  return type === 'null' ? fc.constant(null) : textsOf(schema)
}

const objectsOf = ({ properties = {}, required = [] }: Schema): Arbitrary<object> => {
  const members: Record<string, Arbitrary<unknown>> = {}
  for (const [name, schema] of Object.entries(properties)) members[name] = valuesOf(schema)
  return fc.record(members, { requiredKeys: required, noNullPrototype: true })
}

const integersOf = ({ minimum, maximum }: Schema): Arbitrary<number> => {
  const min = minimum ?? Number.MIN_SAFE_INTEGER
  const max = maximum ?? Number.MAX_SAFE_INTEGER
  const few = fc.integer({ min: Math.max(min, 0), max: Math.min(max, 5) })
  const all = fc.maxSafeInteger().map((number) => Math.min(Math.max(number, min), max))
  return minimum !== undefined && minimum > 5 ? all : fc.oneof(few, all, fc.constantFrom(min, max))
}

const textsOf = (schema: Schema): Arbitrary<string> => {
  if (schema.format === 'uuid') return fc.uuid({ version: 4 })
  if (schema.format === 'date-time') return dates
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? [])
  const [only] = patterns
  if (only === undefined) return text(schema)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (patterns.length === 1 && canBeMade(only)) {
    return fc
      .stringMatching(new RegExp(only, 'u'))
      .filter(({ length }) => length >= minLength && length <= maxLength)
  }
  return fc
    .oneof(fc.emailAddress(), text(schema), fc.stringMatching(/^\w{1,20}$/), dates, days)
    .filter((value) => patterns.every((pattern) => new RegExp(pattern, 'u').test(value)))
}

/** fast-check cannot generate strings for Unicode properties and lookaheads. */
const canBeMade = (pattern: string): boolean => !/\\p\{|\(\?[=!<]/.test(pattern)

const dates = fc
  .date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())

const days = dates.map((date) => date.slice(0, 'YYYY-MM-DD'.length))

const text = ({ minLength = 0, maxLength = 300 }: Schema): Arbitrary<string> =>
  fc
    .oneof(
      { arbitrary: anyText, weight: 2 },
      fc.constantFrom(...words),
      // Exactly the maximum length.
      fc.constant('x'.repeat(maxLength)),
    )
    .map((value) => value.slice(0, maxLength).toWellFormed().padEnd(minLength, 'x'))

// Created once, because fast-check builds tables of all characters.
const graphemes = fc.string({ unit: 'grapheme', maxLength: 60 })
export const characters = fc.string({ unit: 'binary', maxLength: 60 })
const anyText = fc.oneof(graphemes, characters).map((value) => value.replaceAll('\u0000', ''))

const words = [
  'Acme anvils',
  'Zürich, 東京',
  '🦆 quacks',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://twitter.com/a/status/1',
  'line\nline',
  '-',
] as const
