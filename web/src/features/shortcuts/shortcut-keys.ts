/** Actions of single keys, in the order of the help text. */
export const shortcutKeys = {
  j: 'Next submission in the list',
  k: 'Previous submission in the list',
  Enter: 'Open the submission',
  u: 'Upvote, or withdraw the upvote',
  d: 'Downvote, or withdraw the downvote',
  c: 'Go to the comments, or to the comment box on the submission’s page',
  f: 'Flag',
  '/': 'Search',
  '?': 'Show these shortcuts',
} as const

/** Actions of administrators' keys in the review queue. */
export const decisionKeys = {
  a: 'Approve, or grant the appeal',
  r: 'Remove, or reject the appeal',
  n: 'Choose a reason and write a note',
} as const

/** Elements that the keys move through and act on. */
const anyRow = '.row, .entry, .record'

/** Performs the action of a key. Returns whether the key has one here. */
export const pressShortcut = (key: string, page: Document): boolean => {
  if (key === 'j') return moveFocus(page, 1)
  if (key === 'k') return moveFocus(page, -1)
  if (key === '/') return focusSearch(page)
  if (!/^[udcfarn]$/.test(key)) return false
  const place = page.activeElement?.closest(anyRow) ?? page.querySelector('.detail')
  const element = place?.querySelector<HTMLElement>(`[data-key="${key}"]`)
  if (element === undefined || element === null) return false
  if (element.matches('textarea, select')) element.focus()
  else element.click()
  return true
}

/** Whether a key is meant for the page and not for a field, a dialog or a browser command. */
export const isForPage = (event: KeyboardEvent, page: Document): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  page.querySelector('dialog[open]') === null &&
  !(event.target instanceof Element && event.target.closest(typing) !== null)

const typing = 'input, textarea, select, [contenteditable], [role="tab"], iframe'

/** False where the field is hidden. */
const focusSearch = (page: Document): boolean => {
  const field = page.querySelector<HTMLInputElement>('[data-key="/"]')
  field?.focus()
  field?.select()
  return field !== null && field === page.activeElement
}

const moveFocus = (page: Document, by: 1 | -1): boolean => {
  const links = [...page.querySelectorAll<HTMLElement>('.row-target a')]
  const row = page.activeElement?.closest(anyRow)
  const at = links.findIndex((link) => row?.contains(link))
  const to = at === -1 ? firstInView(links) : at + by
  const link = links[to]
  if (link === undefined) return false
  link.focus({ preventScroll: true })
  link.closest(anyRow)?.scrollIntoView({ block: 'nearest' })
  return true
}

/** The first row whose name is visible, for a reader who has not focused one. */
const firstInView = (links: readonly HTMLElement[]): number =>
  Math.max(
    0,
    links.findIndex((link) => link.getBoundingClientRect().top >= 0),
  )
