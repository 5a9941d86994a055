import {
  advice,
  analyzeError,
  type ErrorReport,
  fitErrorReport,
  type Suggestion,
} from '@answerable/contracts/diagnostics'
import { call } from '../../api/call.ts'
import { scrub } from './scrub.ts'
import type { Trouble } from './trouble.ts'

/** Fields of an error report. None of them identifies the user. */
export const reportOf = (trouble: Trouble): ErrorReport => {
  const clean = (text: string) => scrub(text, location.origin)
  return fitErrorReport({
    errorType: clean(trouble.name),
    errorMessage: clean(trouble.message),
    stackTrace: trouble.stack === null ? null : clean(trouble.stack),
    userAction: trouble.userAction === null ? null : clean(trouble.userAction),
    timestamp: trouble.at.toISOString(),
  })
}

/** Suggestions for an error; empty if there are none or the request fails. */
export const askAdvice = async (report: ErrorReport): Promise<readonly Suggestion[]> => {
  try {
    return advice.parse(await call(analyzeError, { body: report })).suggestions
  } catch {
    return []
  }
}
