/** An unhandled error. */
export type UnhandledError = {
  name: string
  message: string
  stack: string | null
  /** URL of the script that the browser reports. */
  source: string | undefined
  userAction: string | null
  at: Date
}

type ErrorContext = { source: string | undefined; userAction: string | null; at: number }

export const unhandledErrorOf = (
  thrown: unknown,
  { source, userAction, at }: ErrorContext,
): UnhandledError => ({
  ...(thrown instanceof Error
    ? { name: thrown.name, message: thrown.message, stack: thrown.stack ?? null }
    : { name: 'Error', message: describe(thrown), stack: null }),
  source,
  userAction,
  at: new Date(at),
})

/**
 * Whether the site's own code caused the error: not an extension, another site's script or an aborted
 * request.
 */
export const isOwnError = ({ name, message, stack, source }: UnhandledError): boolean =>
  !abortNames.has(name) &&
  !/^ResizeObserver loop/.test(message) &&
  !/^Script error\.?$/.test(message) &&
  !extension.test(source ?? '') &&
  !extension.test(firstUrl(stack ?? ''))

/** Whether a script failed to load, for example one of an earlier release that the server no longer has. */
export const isMissingChunk = ({ message }: Pick<UnhandledError, 'message'>): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
    message,
  )

const abortNames: ReadonlySet<string> = new Set(['AbortError', 'CancelledError'])
const extension = /^(?:chrome|moz|safari-web)-extension:/

/** The first URL in a stack. */
const firstUrl = (stack: string): string => /[a-z-]+:\/\/[^\s)]+/.exec(stack)?.[0] ?? ''

const describe = (thrown: unknown): string =>
  typeof thrown === 'string' ? thrown : `Thrown: ${Object.prototype.toString.call(thrown)}`
