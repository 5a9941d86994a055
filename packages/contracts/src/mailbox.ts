import { route } from './route.ts'

/** The built-in mailbox of a development site, as a page; absent in production. */
export const readMailbox = route({
  service: 'auth',
  method: 'GET',
  path: '/dev/mailbox',
  access: 'public',
})
