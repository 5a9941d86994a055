import { escapeHtml } from '@answerable/service-kit/http/escape-html'
import type { JsonSchema } from './schemas.ts'

/** A JSON Schema as a short type in HTML, such as 'list of Comment, at most 50 entries'. */
export const typeOf = (schema: JsonSchema): string => {
  const parts = [baseOf(schema), ...boundsOf(schema)].filter((part) => part !== '')
  const { default: value } = schema
  return [...parts, ...(value === undefined ? [] : [`default ${code(value)}`])].join(', ')
}

const baseOf = (schema: JsonSchema): string => {
  const { $ref, const: only, enum: values, anyOf, allOf, type, items, properties, format } = schema
  if (typeof $ref === 'string') return reference($ref)
  if (only !== undefined) return code(only)
  if (Array.isArray(values)) return values.map(code).join(' or ')
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ')
  if (properties !== undefined) return fields(schema)
  if (type === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`
  const base = `${type ?? ''}${format === undefined ? '' : ` (${escapeHtml(String(format))})`}`
  const parts = Array.isArray(allOf) ? allOf.map(typeOf) : []
  return [escapeHtml(base), ...parts].filter((part) => part !== '').join(', ')
}

const reference = (target: string): string => {
  const name = escapeHtml(target.slice(target.lastIndexOf('/') + 1))
  return `<a href="#schema-${name}">${name}</a>`
}

const fields = ({ properties, required = [] }: JsonSchema): string =>
  `object<ul>${Object.entries(properties as Record<string, JsonSchema>)
    .map(([name, schema]) => {
      const isRequired = (required as readonly string[]).includes(name)
      return `<li><code>${escapeHtml(name)}</code>${isRequired ? '' : ' (optional)'}: ${typeOf(schema)}</li>`
    })
    .join('')}</ul>`

const boundsOf = (schema: JsonSchema): string[] => [
  ...range(schema.minimum, schema.maximum, ''),
  ...range(schema.minLength, schema.maxLength, ' characters'),
  ...range(schema.minItems, schema.maxItems, ' entries'),
  ...(schema.pattern === undefined ? [] : [`pattern ${code(schema.pattern)}`]),
]

const range = (min: unknown, max: unknown, unit: string): string[] => {
  if (min !== undefined && min === max) return [`${min}${unit}`]
  const isExact = max === Number.MAX_SAFE_INTEGER
  return [
    ...(min === undefined ? [] : [`at least ${min}${unit}`]),
    ...(max === undefined || isExact ? [] : [`at most ${max}${unit}`]),
  ]
}

const code = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
