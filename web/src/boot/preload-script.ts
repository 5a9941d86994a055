// Must not import anything, like the theme script, and runs right after it.

/** Set by the build: what each page requests once the application has started. */
declare const pagePreloads: readonly import('../../build/page-preloads.ts').PagePreloads[]
/** Set by the build: dispatched when React starts to handle clicks. */
declare const startingEvent: string
/** Set by the build: dispatched once the application responds to clicks. */
declare const startedEvent: string
/** Set by the build: dispatched once the application listens for errors. */
declare const watchingEvent: string

const maxWaitMilliseconds = 2_000

recordEarlyErrors()

const { scripts, pageStyles } = document.documentElement.dataset

if (scripts === undefined) preload()
else {
  afterFirstPaint(() => start(scripts))
  recordEarlyPresses()
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
      const timer = setTimeout(() => begin(), maxWaitMilliseconds)
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
  preload()
  add('script', { type: 'module', src })
}

/**
 * Marks buttons pressed and fields changed before the application has started as busy, so that the visitor
 * sees a reaction, and replays each once when the application can respond.
 */
function recordEarlyPresses(): void {
  const recorded = new Map<Element, () => void>()
  let isStarting = false
  const record = (event: Event, element: Element | null, replay: () => void) => {
    // From then on React handles events, but recorded ones must not be handled twice.
    if (element === null || (isStarting && !recorded.has(element))) return
    event.stopPropagation()
    element.setAttribute('aria-busy', 'true')
    // The last press is replayed last.
    recorded.delete(element)
    recorded.set(element, replay)
  }
  const recordClick = (event: Event) => {
    const button = (event.target as Element).closest('button')
    record(event, button, () => button?.click())
  }
  const recordChange = (event: Event) => {
    const field = event.target as HTMLSelectElement
    const { value } = field
    record(event, field, () => {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  const begin = () => {
    isStarting = true
  }
  const replay = () => {
    removeEventListener('click', recordClick, true)
    removeEventListener('change', recordChange, true)
    for (const [element, act] of recorded) {
      element.removeAttribute('aria-busy')
      act()
    }
  }
  addEventListener('click', recordClick, true)
  addEventListener('change', recordChange, true)
  addEventListener(startingEvent, begin, { once: true })
  addEventListener(startedEvent, replay, { once: true })
}

/** Records errors before the application has started and replays them once it listens. */
function recordEarlyErrors(): void {
  const recorded: Event[] = []
  const types = ['error', 'unhandledrejection']
  const record = (event: Event) => void recorded.push(event)
  for (const type of types) addEventListener(type, record)
  const replay = () => {
    for (const type of types) removeEventListener(type, record)
    for (const event of recorded) dispatchEvent(event)
  }
  addEventListener(watchingEvent, replay, { once: true })
}

function preload(): void {
  if (scripts === undefined && pageStyles !== undefined && location.pathname !== '/') {
    add('link', { rel: 'preload', as: 'style', crossOrigin: '', href: pageStyles })
  }
  for (const { pattern, modules, data } of pagePreloads) {
    const match = new RegExp(pattern).exec(location.pathname)
    if (match === null) continue
    for (const href of modules) add('link', { rel: 'modulepreload', href })
    if (location.search !== '' || scripts !== undefined) continue
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
