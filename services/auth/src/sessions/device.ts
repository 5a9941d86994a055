/** The first match applies, because the user agents of earlier entries also contain later names. */
const browsers = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\/|\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const

const maxUserAgentLength = 512

/**
 * A readable name of a browser, such as 'Firefox on Linux'. It consists only of fixed words, so it cannot be used to
 * fingerprint a browser.
 */
export const deviceOf = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, maxUserAgentLength)
  const browser = nameIn(browsers, text) ?? 'Unknown browser'
  const system = nameIn(systems, text)
  return system === null ? browser : `${browser} on ${system}`
}

const nameIn = (
  names: readonly (readonly [name: string, pattern: RegExp])[],
  text: string,
): string | null => names.find(([, pattern]) => pattern.test(text))?.[0] ?? null
