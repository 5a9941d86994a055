import type { Config } from '../config.ts'

export type Site = Pick<Config, 'PUBLIC_ORIGIN'>

/** The site as authenticators know it: passkeys work on this origin only. */
export const relyingPartyOf = ({
  PUBLIC_ORIGIN,
}: Site): { origin: string; id: string; name: string } => ({
  origin: PUBLIC_ORIGIN,
  id: new URL(PUBLIC_ORIGIN).hostname,
  name: 'Answerable',
})
