import {
  advice,
  analyzeError,
  type ErrorReport,
  fitErrorReport,
  type Suggestion,
} from '@answerable/contracts/diagnostics'
import { call } from '../../api/call.ts'
import { scrub } from './scrub.ts'
import type { UnhandledError } from './unhandled-error.ts'

/** Fields of an error report. None of them identifies the user. */
export const reportOf = (error: UnhandledError): ErrorReport => {
  const clean = (text: string) => scrub(text, location.origin)
  return fitErrorReport({
    errorType: clean(error.name),
    errorMessage: clean(error.message),
    stackTrace: error.stack === null ? null : clean(error.stack),
    userAction: error.userAction === null ? null : clean(error.userAction),
    timestamp: error.at.toISOString(),
  })
}

/** Suggestions for an error; empty if there are none or the request fails. */
export const fetchSuggestions = async (report: ErrorReport): Promise<readonly Suggestion[]> => {
  try {
    return advice.parse(await call(analyzeError, { body: report })).suggestions
  } catch {
    return []
  }
}
