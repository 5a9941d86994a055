import type { JsonSchema } from './schemas.ts'

export type ApiDescription = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: License }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: { session: SecurityScheme }
    headers: Record<string, Header>
    responses: Record<string, Response>
    schemas: Record<string, JsonSchema>
  }
}

export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { description: string; required: boolean; content: Content }
  responses: Record<string, Response | Reference>
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required: boolean
  schema: JsonSchema
}

export type Response = {
  description: string
  /** The error codes of the response. */
  'x-error-codes'?: readonly string[]
  headers?: Record<string, Header | Reference>
  content?: Content
}

export type Reference = { $ref: string }

export type Header = { description: string; required?: boolean; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema }>
type SecurityScheme = { type: 'apiKey'; in: 'cookie'; name: string; description: string }
type License = { name: string; identifier: string }
