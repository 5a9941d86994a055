import { type ErrorCode, errorBody } from '@answerable/contracts/errors'

/** An answer that was not a success. Its message is `status: body text`, or the status text without one. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  /** The sentence for people, when the server sent one. */
  readonly serverMessage: string | undefined
  readonly code: ErrorCode | undefined
  /** What is wrong with which field of the body. */
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | undefined

  constructor(answer: {
    status: number
    statusText: string
    bodyText: string
    retryAfter: string | null
  }) {
    super(`${answer.status}: ${answer.bodyText || answer.statusText}`)
    this.name = 'ApiError'
    this.status = answer.status
    this.statusText = answer.statusText
    const parsed = parseErrorBody(answer.bodyText)
    this.serverMessage = parsed?.message
    this.code = parsed?.code
    this.fields = parsed?.fields ?? {}
    this.retryAfterSeconds = parseRetryAfter(answer.retryAfter)
  }
}

/** What to tell a person: the server's own sentence where there is one. */
export const messageFor = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.serverMessage : undefined) ?? fallback

export const isApiError = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status

/** Gives a failed read the text that the page shows: `label: status text`. The cause stays readable. */
export const failedFetch =
  (label: string) =>
  (error: unknown): never => {
    throw new Error(`${label}: ${reasonOf(error)}`, { cause: error })
  }

export const isMissing = (error: Error): boolean => isApiError(error.cause, 404)

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.statusText
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'Request Timeout'
  return error instanceof SyntaxError ? 'Unreadable Answer' : 'No Connection'
}

const parseErrorBody = (bodyText: string) => {
  try {
    return errorBody.parse(JSON.parse(bodyText)).error
  } catch {
    return undefined
  }
}

const parseRetryAfter = (value: string | null): number | undefined =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined
