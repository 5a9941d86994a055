import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UnhandledError } from './unhandled-error.ts'
import { watchErrors } from './watch-errors.ts'

let stop: () => void
let shown: UnhandledError[]
let close: () => void
let time: number
let report: (thrown: unknown) => void
let isSettled: boolean

beforeEach(() => {
  shown = []
  time = 1_000_000
  isSettled = false
  ;({ stop, report } = watchErrors({
    show: (error) => {
      shown.push(error)
      const { promise, resolve } = Promise.withResolvers<void>()
      close = resolve
      return promise
    },
    handle: async () => isSettled,
    now: () => time,
  }))
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const flush = () => new Promise((resolve) => setImmediate(resolve))
const fail = async (error: unknown, init: ErrorEventInit = {}) => {
  const message = error instanceof Error ? error.message : String(error)
  dispatchEvent(new ErrorEvent('error', { error, message, ...init }))
  await flush()
}
const reject = async (reason: unknown) => {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  await flush()
}
const named = (name: string, message = 'no') => Object.assign(new Error(message), { name })

test('an unhandled error and an unhandled rejection open the overlay', async () => {
  await fail(new TypeError('x is undefined'))
  expect(shown).toMatchObject([{ name: 'TypeError', message: 'x is undefined' }])
  close()
  await flush()
  await reject(new RangeError('too far'))
  expect(shown[1]).toMatchObject({ name: 'RangeError', message: 'too far' })
  close()
  await flush()
  await reject('only words')
  expect(shown[2]).toMatchObject({ name: 'Error', message: 'only words', stack: null })
})

test('an error caught by a boundary opens it too', async () => {
  report(new Error('could not render'))
  await flush()
  expect(shown).toHaveLength(1)
})

test('there is one overlay at a time, so that its own errors cause no loop', async () => {
  await fail(new Error('first'))
  for (let more = 0; more < 20; more += 1) await fail(new Error('from the overlay'))
  expect(shown).toHaveLength(1)
})

test('at most five are shown in a minute', async () => {
  for (let more = 0; more < 20; more += 1) {
    await fail(new Error(`number ${more}`))
    close()
    await flush()
  }
  expect(shown).toHaveLength(5)
  time += 60_001
  await fail(new Error('later'))
  expect(shown).toHaveLength(6)
})

test('errors of extensions and other sites open nothing', async () => {
  await fail('ResizeObserver loop completed with undelivered notifications.')
  await fail('ResizeObserver loop limit exceeded')
  await fail('Script error.')
  for (const scheme of ['chrome-extension', 'moz-extension', 'safari-web-extension']) {
    await fail(new Error('injected'), { filename: `${scheme}://abcdef/content.js` })
    const inStack = new Error('injected')
    inStack.stack = `Error: injected\n    at run (${scheme}://abcdef/content.js:1:2)\n    at http://localhost/a.js:1:1`
    await reject(inStack)
  }
  await reject(new DOMException('The user aborted a request.', 'AbortError'))
  await reject(named('CancelledError'))
  expect(shown).toEqual([])
})

test('errors while leaving a page open nothing, errors after a return do', async () => {
  dispatchEvent(new Event('pagehide'))
  await reject(new TypeError('Failed to fetch'))
  expect(shown).toEqual([])
  dispatchEvent(new Event('pageshow'))
  await reject(new TypeError('Failed to fetch'))
  expect(shown).toHaveLength(1)
})

test('an error that is handled otherwise is not shown', async () => {
  isSettled = true
  await reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
  expect(shown).toEqual([])
})

const press = (html: string, selector: string) => {
  document.body.innerHTML = html
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

test('the last action is the name of a button or link, never typed text', async () => {
  press('<button aria-label="Upvote"><svg></svg></button>', 'svg')
  press('<input value="my secret"><p>words</p>', 'input')
  await fail(new Error('a'))
  close()
  await flush()
  press('<a href="#x"> About \n us </a>', 'a')
  await fail(new Error('b'))
  close()
  await flush()
  press('<p data-typed><a href="#x">https://typed.example</a></p>', 'a')
  await fail(new Error('c'))
  expect(shown.map(({ userAction }) => userAction)).toEqual([
    'click "Upvote"',
    'click "About us"',
    'click something typed',
  ])
})
