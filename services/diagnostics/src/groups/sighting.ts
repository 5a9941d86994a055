import { createHash } from 'node:crypto'
import {
  type ErrorGroup,
  type ErrorReport,
  errorReportLimits,
} from '@answerable/contracts/diagnostics'
import { cutText } from '@answerable/contracts/text'
import { chunkNameOf, type Frame, formatFrames, framesOf, releaseOf } from './frames.ts'
import { scrubText } from './scrub.ts'

/** The stored parts of a report. */
export type Sighting = {
  /** SHA-256 in hexadecimal. */
  readonly fingerprint: string
  readonly rule: string | null
  readonly release: string | null
  readonly example: ErrorGroup['example']
}

const maxMessage = 500

/** Removes personal data from a report; `rule` is the rule whose advice was shown first. */
export const sightingOf = (report: ErrorReport, rule: string | null): Sighting => {
  const frames = framesOf(report.stackTrace ?? '')
  const example = {
    errorType: typeOf(report.errorType),
    errorMessage: cutText(scrubText(wholeWords(report.errorMessage, 'errorMessage')), maxMessage),
    stackTrace: frames.length === 0 ? null : formatFrames(frames),
    userAction: report.userAction ? scrubText(wholeWords(report.userAction, 'userAction')) : null,
  }
  const common = [rule ?? example.errorType, ...(places(frames) ?? [gist(example.errorMessage)])]
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(common)).digest('hex'),
    rule,
    release: releaseOf(`${report.stackTrace ?? ''}\n${report.errorMessage}`),
    example,
  }
}

/** Removes the last word of a truncated text, which may be an unrecognizable part of an address or token. */
const wholeWords = (text: string, field: 'errorMessage' | 'userAction'): string => {
  // One less if a surrogate pair was cut.
  if (text.length < errorReportLimits[field] - 1) return text
  return /^[\s\S]*\s/.exec(text)?.[0] ?? ''
}

const typeOf = (errorType: string): string => {
  const isName = /^[A-Za-z_$][\w$.]{0,59}$/.test(errorType)
  return isName ? scrubText(errorType) : 'Error'
}

const framesThatCount = 5

/**
 * The location of an error, identical in every engine: named functions only, recursion once, and no frames
 * after an `await`, which engines report differently. Null if no frame is left.
 */
const places = (frames: readonly Frame[]): string[] | null => {
  const later = frames.findIndex((frame) => frame.isLater)
  const found = (later > 0 ? frames.slice(0, later) : frames)
    .filter(({ name }) => name !== '')
    .map(({ name, file }) => `${name} ${chunkNameOf(file)}`)
    .filter((place, index, all) => place !== all[index - 1])
    .slice(0, framesThatCount)
  return found.length === 0 ? null : found
}

/** A message without its variable parts. */
const gist = (message: string): string =>
  message
    .replace(/'[^']*'|"[^"]*"|“[^”]*”|‘[^’]*’/g, '…')
    .replace(/-[\w-]{8}\.(?=js|css)/g, '.')
    .replace(/\d+/g, '0')
    .toLowerCase()
    .slice(0, 200)
