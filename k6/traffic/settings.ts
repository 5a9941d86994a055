const numberOf = (name: string, otherwise: number): number => {
  const given = __ENV[name]
  if (given === undefined) return otherwise
  const value = Number(given)
  if (!(value > 0)) throw new Error(`${name} must be a number above 0`)
  return value
}

/** URL of the site, without a trailing slash. */
export const siteUrl: string = (__ENV.BASE_URL ?? 'http://localhost:8080').replace(/\/+$/, '')

/** The key in the link to the site's mailbox. */
export const mailboxKey: string = __ENV.MAILBOX_KEY ?? ''

/** Duration of the load without preparation and checks: `-e SECONDS=60`. */
export const seconds: number = numberOf('SECONDS', 30)

/** Rate per second: `-e RATE=50`. Each script defines what it counts. */
export const rateOr = (otherwise: number): number => numberOf('RATE', otherwise)

/** Number of live connections: `-e SOCKETS=500`. */
export const socketsOr = (otherwise: number): number => Math.ceil(numberOf('SOCKETS', otherwise))
