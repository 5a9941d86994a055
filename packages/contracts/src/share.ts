import * as z from 'zod/mini'
import { integerIn } from './paging.ts'
import { route } from './route.ts'

/** The one page that other sites may frame; also the template of its path. */
export const embedPath = (id: string): `/${string}` => `/embed/${id}`

/** The picture that other sites show beside a link to a boycott; also the template of its path. */
export const picturePath = (id: string): `/${string}` => `/share/${id}.png`
/** The same for pages that are not about one boycott. No boycott has an ID this short. */
export const sitePicturePath = picturePath('site')

/** In pixels. */
export const pictureSize = { width: 1_200, height: 630 } as const

/** Size of the frame, in CSS pixels. */
export const embedSize = { width: 480, height: 240 } as const

const maxSide = integerIn(1, 100_000, 'This must be a number of pixels.')

/** https://oembed.com/ for pages of boycotts. */
export const readEmbed = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/oembed',
  access: 'public',
  query: z.strictObject({
    /** The address of the page. */
    url: z.string().check(z.maxLength(500)),
    maxwidth: z.optional(maxSide),
    maxheight: z.optional(maxSide),
    format: z.optional(z.literal('json', { error: 'The only format is json.' })),
  }),
  response: z.strictObject({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    provider_name: z.string(),
    provider_url: z.string(),
    title: z.string(),
    author_name: z.optional(z.string()),
    author_url: z.optional(z.string()),
    /** Seconds. */
    cache_age: z.int(),
    html: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  errors: ['submission_not_found'],
})
