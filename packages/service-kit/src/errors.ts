import { type ErrorBody, type ErrorCode, errorCatalogue } from '@answerable/contracts/errors'

type Details = {
  /** Replaces the catalogue's sentence for this error. */
  message?: string
  /** The invalid fields of the body and their errors. */
  fields?: Record<string, string>
  /** Sent as Retry-After. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** The one error class of the services: a stable code, its status and a public sentence. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorCatalogue[code].message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** The caller has closed the connection. This is not a failure, and no response is sent. */
export class CallerLeft extends Error {}

/** The server is read-only: it is a standby or has just become one. */
const readOnlySqlState = '25006'
const awaySqlStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  readOnlySqlState,
])
const busySqlStates = new Set(['57014', '55P03', '40001', '40P01'])
const awaySystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
])
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout/

/** Whether an error means that the database or another service is unavailable or overloaded. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    if (awaySqlStates.has(code) || busySqlStates.has(code) || awaySystemCodes.has(code)) return true
  }
  if (error instanceof AggregateError) return error.errors.some(isAway)
  return awayMessages.test(error.message)
}

/** Whether an error means that the server of this connection has become read-only. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === readOnlySqlState

/** Whether an error means that the statement waited too long for a lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && busySqlStates.has(String((error as { code?: unknown }).code))

/** The public form of an unexpected error, without details. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isAway(error)) return new AppError('unavailable', { retryAfterSeconds: 1, cause: error })
  return new AppError('internal', { cause: error })
}

export const errorBodyOf = (error: AppError, requestId: string): ErrorBody => ({
  error: {
    code: error.code,
    message: error.message,
    requestId,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
  },
})
