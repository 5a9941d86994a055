import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import type { Schema } from './values.ts'

/** A route of the API description. */
export type Call = {
  operationId: string
  method: string
  /** With `:name` for each parameter. */
  template: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  body: Schema | null
  /** The error codes of each error status. */
  codes: ReadonlyMap<number, readonly string[]>
  /** The required headers of a success. */
  headers: readonly string[]
  route: Route
}

type Response = {
  $ref?: string
  'x-error-codes'?: string[]
  headers?: Record<string, { $ref: string }>
}

type Description = {
  paths: Record<string, Record<string, DescribedCall>>
  components: {
    headers: Record<string, { required?: boolean }>
    responses: Record<string, Response>
  }
}

type DescribedCall = {
  operationId: keyof typeof routes
  parameters?: Call['parameters']
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, Response>
}

/** Reads the routes from the running site's API description. */
export const readCalls = async (url: string): Promise<Call[]> => {
  const response = await fetch(`${url}/api/openapi.json`)
  const description = (await response.json()) as Description
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => callOf(description, { path, method, call })),
  )
}

const callOf = (
  { components }: Description,
  { path, method, call }: { path: string; method: string; call: DescribedCall },
): Call => {
  const responses = Object.entries(call.responses).map(([status, response]) => ({
    status: Number(status),
    response: components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response,
  }))
  const success = responses.find(({ status }) => status < 300)?.response
  return {
    operationId: call.operationId,
    method: method.toUpperCase(),
    template: path.replace(/\{(\w+)\}/g, ':$1'),
    parameters: call.parameters ?? [],
    body: call.requestBody?.content['application/json'].schema ?? null,
    codes: new Map(
      responses.map(({ status, response }) => [status, response['x-error-codes'] ?? []]),
    ),
    headers: Object.entries(success?.headers ?? {})
      .filter(([, { $ref }]) => components.headers[$ref.split('/').at(-1) ?? '']?.required === true)
      .map(([name]) => name.toLowerCase()),
    route: routes[call.operationId],
  }
}
