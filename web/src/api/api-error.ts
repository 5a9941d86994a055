import type { ErrorBody, ErrorCode } from '@answerable/contracts/errors'
import { inWords } from './in-words.ts'

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

/** What to tell a person: the server's own sentence where there is one, and how long to wait. */
export const messageFor = (error: unknown, fallback: string): string => {
  const message = (error instanceof ApiError ? error.serverMessage : undefined) ?? fallback
  const wait = waitOf(error)
  return wait === 0 ? message : `${message} You can try again in ${inWords(wait)}.`
}

/** Seconds to wait because of too many requests; 0 when nothing is said about it. */
export const waitOf = (error: unknown): number =>
  isApiError(error, 429) ? (error.retryAfterSeconds ?? 0) : 0

export const isApiError = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status

/** Gives a failed read the text that the page shows: `label: status text`. The cause stays readable. */
export const failedFetch =
  (label: string) =>
  (error: unknown): never => {
    throw new Error(`${label}: ${reasonOf(error)}`, { cause: error })
  }

/** What a person can make of a failed read, besides what it is called. */
export const adviceFor = ({ cause }: Error): string | undefined => {
  if (cause instanceof ApiError) return cause.serverMessage && messageFor(cause, '')
  if (isTimeout(cause)) return 'The site took too long to respond.'
  return isNoConnection(cause) ? 'Please check your connection.' : undefined
}

/** Whether a request, or the read that it was made for, got no answer at all. */
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

/** By hand: what judges schemas would be a tenth of the first load. A code may be newer than this page. */
const isError = (error: ServerError): boolean =>
  typeof error.code === 'string' &&
  typeof error.message === 'string' &&
  Object.values(error.fields ?? {}).every((field) => typeof field === 'string')

const parseRetryAfter = (value: string | null): number | undefined =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined
