import * as z from 'zod/mini'
import { route } from './route.ts'

/** The API as an OpenAPI 3.1 document. */
export const readApiDescription = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  response: z.looseObject({ openapi: z.string() }),
})

/** The API document as a page. */
export const readApiDocumentation = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/docs',
  access: 'public',
})
