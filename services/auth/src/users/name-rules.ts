/**
 * Maps names that look alike to one text: the confusable characters of UTS 39 within ASCII (l, I and 1; O and
 * 0; m and rn) and similar pairs (w and vv; d and cl; hyphen and underscore), ignoring case, so that i equals I.
 * https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export const skeletonOf = (username: string): string =>
  username
    .toLowerCase()
    .replace(/[1i]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('_', '-')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')

/** Reserved anywhere in a name. */
const reservedAnywhere = [
  'admin',
  'answerable',
  'helpdesk',
  'moderat',
  'official',
  'security',
  'staff',
  'support',
  'webmaster',
].map(skeletonOf)

/** Reserved as a whole name, and as a part of one between hyphens, underscores and digits. */
const reservedParts = new Set(
  [
    'anonymous',
    'deleted',
    'everyone',
    'everybody',
    'help',
    'mod',
    'mods',
    'nobody',
    'null',
    'owner',
    'root',
    'sysop',
    'system',
    'team',
    'undefined',
    'unknown',
  ].map(skeletonOf),
)

/** Whether a name suggests that it belongs to the site, to its staff or to nobody. */
export const isReserved = (username: string): boolean =>
  [username, asLetters(username)].some((reading) => {
    const parts = reading.split(/[-_]/)
    // 'ad-min' too, but not 'glad-mink'.
    const runs = parts.map((_, start) => parts.slice(start).join(''))
    return (
      reservedAnywhere.some((word) => readingsOf(parts).some((part) => part.includes(word))) ||
      reservedAnywhere.some((word) => readingsOf(runs).some((run) => run.startsWith(word))) ||
      readingsOf([...parts, ...runs]).some((part) => reservedParts.has(part))
    )
  })

/** With all digits, with only those that a skeleton maps to letters, and without digits. */
const readingsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    [text, text.replace(/[2-9]/g, ''), text.replace(/\d/g, '')].map(skeletonOf),
  )

/** Digits that are written in place of letters. */
const letters: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }
const asLetters = (text: string): string =>
  text.replace(/[34578]/g, (digit) => letters[digit] ?? '')
