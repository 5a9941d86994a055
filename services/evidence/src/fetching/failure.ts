export type FailureKind =
  /** The address is not one of the public internet. */
  | 'not-public'
  /** The name servers responded that the name does not exist. */
  | 'no-such-host'
  /** The name servers did not respond. */
  | 'no-name-server'
  | 'no-connection'
  | 'no-valid-certificate'
  | 'no-valid-response'
  | 'too-late'
  | 'too-many-redirects'
  /** robots.txt excludes the address. */
  | 'excluded'
  /** robots.txt could not be read. */
  | 'no-robots'
  /** Too many requests wait for the host. */
  | 'busy'

/** A page could not be read. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}
