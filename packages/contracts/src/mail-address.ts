const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

/** Host name with at least two labels, the last of which begins with a letter. */
const hostName = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/** The ASCII pattern in the API description; addresses with other letters are accepted too. */
export const mailAddressPattern = `^[a-z0-9_+-]{1,32}(?:\\.[a-z0-9_+-]{1,31})?@(?:${label}\\.)+[a-z]{2,63}$`

/**
 * The atoms of RFC 6531, except characters that some mail servers interpret as a route, a command or an
 * encoded word (! % / ? ` |). Quoted names are not supported.
 */
const name = /^[\p{L}\p{M}\p{N}_+'&*~=#$^{}-]+(?:\.[\p{L}\p{M}\p{N}_+'&*~=#$^{}-]+)*$/u
const internationalDomain = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * Whether a lower-case text is one deliverable mail address: a name of dot-separated atoms and a public
 * host name, in Unicode's NFKC form.
 */
export const isMailAddress = (text: string): boolean => {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  if (text.normalize('NFKC') !== text || local.length > 64 || !name.test(local)) return false
  if (!internationalDomain.test(domain) || !URL.canParse(`http://${domain}`)) return false
  // Browsers and Node map a domain to its ASCII name by UTS 46.
  return hostName.test(new URL(`http://${domain}`).hostname)
}
