/** An error that nothing handled, as the page met it. */
export type Trouble = {
  name: string
  message: string
  stack: string | null
  /** Address of the script that the browser names. */
  source: string | undefined
  userAction: string | null
  at: Date
}

type Circumstances = { source: string | undefined; userAction: string | null; at: number }

export const troubleOf = (thrown: unknown, { source, userAction, at }: Circumstances): Trouble => ({
  ...(thrown instanceof Error
    ? { name: thrown.name, message: thrown.message, stack: thrown.stack ?? null }
    : { name: 'Error', message: describe(thrown), stack: null }),
  source,
  userAction,
  at: new Date(at),
})

/** Whether the page itself is to blame: not an extension, another site's script, or a request broken off. */
export const isOwnTrouble = ({ name, message, stack, source }: Trouble): boolean =>
  !brokenOff.has(name) &&
  !/^ResizeObserver loop/.test(message) &&
  !/^Script error\.?$/.test(message) &&
  !extension.test(source ?? '') &&
  !extension.test(firstPlace(stack ?? ''))

/** A script of an earlier release that the server no longer has, or that did not arrive. */
export const isMissingChunk = ({ message }: Pick<Trouble, 'message'>): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
    message,
  )

const brokenOff: ReadonlySet<string> = new Set(['AbortError', 'CancelledError'])
const extension = /^(?:chrome|moz|safari-web)-extension:/

/** The address in the topmost line of a stack that has one. */
const firstPlace = (stack: string): string => /[a-z-]+:\/\/[^\s)]+/.exec(stack)?.[0] ?? ''

const describe = (thrown: unknown): string =>
  typeof thrown === 'string' ? thrown : `Thrown: ${Object.prototype.toString.call(thrown)}`
