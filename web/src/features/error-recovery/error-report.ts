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

/** What is told about a trouble, and to whom it cannot be traced. */
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

/** Advice for an error; none when there is none, and none when it cannot be had. */
export const askAdvice = async (report: ErrorReport): Promise<readonly Suggestion[]> => {
  try {
    return advice.parse(await call(analyzeError, { body: report })).suggestions
  } catch {
    return []
  }
}
