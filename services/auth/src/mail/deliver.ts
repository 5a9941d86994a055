import type { Mail } from './layout.ts'

/** Hands a mail over. Throws `Undeliverable` and `ServerAway`; after any other error a later attempt may succeed. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>

export type Delivery = {
  /** For mails that somebody waits for: each on a connection of its own. */
  deliver: Deliver
  /** For all others, on a few connections that are used again. */
  deliverBulk: Deliver
  stop: () => void
}

/** The mail server rejects this mail permanently: its recipient, or the mail itself. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
  readonly refused: 'mailbox' | 'mail'
  constructor(refused: 'mailbox' | 'mail', options?: ErrorOptions) {
    super(`the mail server refused the ${refused}`, options)
    this.refused = refused
  }
}

/** The mail server takes no mail from this site at present, whoever receives it. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway'
}

/** Only the kind of failure, because messages of servers and sockets may contain the address. */
export const reasonOf = (error: unknown): unknown => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error && 'code' in cause ? cause.code : (cause as Error)?.name
}
