const numberOf = (name: string, otherwise: number): number => {
  const given = __ENV[name]
  if (given === undefined) return otherwise
  const value = Number(given)
  if (!(value > 0)) throw new Error(`${name} must be a number above 0`)
  return value
}

/** Where the site is, without a slash at the end. */
export const siteUrl: string = (__ENV.BASE_URL ?? 'http://localhost:8080').replace(/\/+$/, '')

/** The key in the link of the site's mailbox. */
export const mailboxKey: string = __ENV.MAILBOX_KEY ?? ''

/** How long the load lasts, without what comes before and after it: `-e SECONDS=60`. */
export const seconds: number = numberOf('SECONDS', 30)

/** How much of it there is per second: `-e RATE=50`. What is counted is each script's own. */
export const rateOr = (otherwise: number): number => numberOf('RATE', otherwise)

/** How many live connections are held: `-e SOCKETS=500`. */
export const socketsOr = (otherwise: number): number => Math.ceil(numberOf('SOCKETS', otherwise))
