// Must not import anything, like the theme script, and runs right after it.

/** Set by the build: what each page requests once the application has started. */
declare const pageNeeds: readonly import('../../build/page-needs.ts').PageNeeds[]
/** Set by the build: dispatched when React starts to handle clicks. */
declare const startingEvent: string
/** Set by the build: dispatched once the application responds to clicks. */
declare const startedEvent: string
/** Set by the build: dispatched once the application listens for errors. */
declare const watchingEvent: string

const longestWaitMilliseconds = 2_000

keepEarlyErrors()

const { drawn } = document.documentElement.dataset

if (drawn === undefined) askForNeeds()
else {
  afterFirstPaint(() => start(drawn))
  keepEarlyPresses()
}

/** Runs after the first paint, so that nothing delays the prerendered content. */
function afterFirstPaint(act: () => void): void {
  const afterPaint = () => {
    if (document.hidden) act()
    else if (
      !('PerformanceObserver' in window) ||
      !PerformanceObserver.supportedEntryTypes.includes('paint')
    ) {
      requestAnimationFrame(() => setTimeout(act))
    } else {
      // Reported once the paint is visible, which on a slow screen is some time after rendering.
      const painted = new PerformanceObserver(() => begin())
      // Some privacy settings suppress paint entries.
      const timer = setTimeout(() => begin(), longestWaitMilliseconds)
      const begin = () => {
        clearTimeout(timer)
        painted.disconnect()
        act()
      }
      painted.observe({ type: 'paint', buffered: true })
    }
  }
  addEventListener('DOMContentLoaded', afterPaint, { once: true })
}

function start(application: string): void {
  const [src = '', ...parts] = application.split(' ')
  for (const href of parts) add('link', { rel: 'modulepreload', href })
  askForNeeds()
  add('script', { type: 'module', src })
}

/**
 * Marks buttons pressed and fields changed before the application has started as busy, so that the visitor
 * sees a reaction, and replays each once when the application can respond.
 */
function keepEarlyPresses(): void {
  const kept = new Map<Element, () => void>()
  let isStarting = false
  const keep = (event: Event, element: Element | null, passOn: () => void) => {
    // From then on React handles events, but recorded ones must not be handled twice.
    if (element === null || (isStarting && !kept.has(element))) return
    event.stopPropagation()
    element.setAttribute('aria-busy', 'true')
    kept.set(element, passOn)
  }
  const keepClick = (event: Event) => {
    const button = (event.target as Element).closest('button')
    keep(event, button, () => button?.click())
  }
  const keepChange = (event: Event) => {
    const field = event.target as HTMLSelectElement
    const { value } = field
    keep(event, field, () => {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  const begin = () => {
    isStarting = true
  }
  const passOn = () => {
    removeEventListener('click', keepClick, true)
    removeEventListener('change', keepChange, true)
    for (const [element, act] of kept) {
      element.removeAttribute('aria-busy')
      act()
    }
  }
  addEventListener('click', keepClick, true)
  addEventListener('change', keepChange, true)
  addEventListener(startingEvent, begin, { once: true })
  addEventListener(startedEvent, passOn, { once: true })
}

/** Records errors before the application has started and replays them once it listens. */
function keepEarlyErrors(): void {
  const kept: Event[] = []
  const types = ['error', 'unhandledrejection']
  const keep = (event: Event) => void kept.push(event)
  for (const type of types) addEventListener(type, keep)
  const tell = () => {
    for (const type of types) removeEventListener(type, keep)
    for (const event of kept) dispatchEvent(event)
  }
  addEventListener(watchingEvent, tell, { once: true })
}

function askForNeeds(): void {
  for (const { pattern, modules, styles, data } of pageNeeds) {
    const match = new RegExp(pattern).exec(location.pathname)
    if (match === null) continue
    for (const href of modules) add('link', { rel: 'modulepreload', href })
    for (const href of styles) add('link', { rel: 'preload', as: 'style', href })
    if (location.search !== '' || drawn !== undefined) continue
    for (const address of data) {
      const href = address.replace(':id', match[1] ?? '')
      add('link', { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href })
    }
  }
}

function add<Name extends 'link' | 'script'>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): void {
  document.head.append(Object.assign(document.createElement(name), properties))
}
