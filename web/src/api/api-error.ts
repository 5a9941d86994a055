import type { ErrorBody, ErrorCode } from '@answerable/contracts/errors'
import { inWords } from './in-words.ts'

/**
 * A response with an error status. Its message is `status: body text`, or the status text if the body is
 * empty.
 */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  /** The message for users, if the server sent one. */
  readonly serverMessage: string | undefined
  readonly code: ErrorCode | undefined
  /** Error messages by field of the request body. */
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | undefined

  constructor(response: {
    status: number
    statusText: string
    bodyText: string
    retryAfter: string | null
  }) {
    super(`${response.status}: ${response.bodyText || response.statusText}`)
    this.name = 'ApiError'
    this.status = response.status
    this.statusText = response.statusText
    const parsed = parseErrorBody(response.bodyText)
    this.serverMessage = parsed?.message
    this.code = parsed?.code
    this.fields = parsed?.fields ?? {}
    this.retryAfterSeconds = parseRetryAfter(response.retryAfter)
  }
}

/** Message to show: the server's own if there is one, and how long to wait. */
export const messageFor = (error: unknown, fallback: string): string => {
  const message = (error instanceof ApiError ? error.serverMessage : undefined) ?? fallback
  const wait = waitOf(error)
  return wait === 0 ? message : `${message} You can try again in ${inWords(wait)}.`
}

/** Seconds to wait after too many requests; 0 if the error does not say. */
export const waitOf = (error: unknown): number =>
  isApiError(error, 429) ? (error.retryAfterSeconds ?? 0) : 0

export const isApiError = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status

/**
 * Replaces an error by one with the text that the page shows, `label: status text`, and keeps it as the
 * cause.
 */
export const failedFetch =
  (label: string) =>
  (error: unknown): never => {
    throw new Error(`${label}: ${reasonOf(error)}`, { cause: error })
  }

/** Advice to show with a failed read. */
export const adviceFor = ({ cause }: Error): string | undefined => {
  if (cause instanceof ApiError) return cause.serverMessage && messageFor(cause, '')
  if (isTimeout(cause)) return 'The site took too long to respond.'
  return isNoConnection(cause) ? 'Please check your connection.' : undefined
}

/** Whether a request, or the read that made it, got no response. */
export const isNoConnection = (error: unknown): boolean =>
  error instanceof TypeError
    ? /failed to fetch|load failed|networkerror/i.test(error.message)
    : error instanceof Error && isNoConnection(error.cause)

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

export const isMissing = (error: Error): boolean => isApiError(error.cause, 404)

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.statusText
  if (isTimeout(error)) return 'Request Timeout'
  return error instanceof SyntaxError ? 'Unreadable Response' : 'No Connection'
}

type ServerError = Pick<ErrorBody['error'], 'code' | 'message' | 'fields'>

const parseErrorBody = (bodyText: string): ServerError | undefined => {
  try {
    const { error } = JSON.parse(bodyText)
    return isError(error) ? error : undefined
  } catch {
    return undefined
  }
}

/**
 * Checked by hand, because a schema library would be a tenth of the initial JavaScript. Unknown codes are
 * accepted: the server may be newer than this page.
 */
const isError = (error: ServerError): boolean =>
  typeof error.code === 'string' &&
  typeof error.message === 'string' &&
  Object.values(error.fields ?? {}).every((field) => typeof field === 'string')

const parseRetryAfter = (value: string | null): number | undefined =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined
