import * as z from 'zod/mini'
import { route } from './route.ts'

/** Every call of the API as an OpenAPI 3.1 document, for programs. */
export const readApiDescription = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  response: z.looseObject({ openapi: z.string() }),
})

/** The same document as a page, for people. */
export const readApiDocumentation = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/docs',
  access: 'public',
})
