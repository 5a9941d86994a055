import {
  type ErrorReport,
  maxSuggestions,
  type Suggestion,
} from '@answerable/contracts/diagnostics'
import type { Rule, Sign } from '../rules/rule.ts'
import { rules } from '../rules/rules.ts'

export type Diagnosis = { readonly rule: Rule; readonly confidence: number }

/** The rules that fit a report, the likeliest first; none when the error is unknown. */
export const diagnose = (report: ErrorReport, now: Date): Diagnosis[] => {
  const evidence = evidenceOf(report, now)
  return rules
    .map((rule) => ({ rule, confidence: confidenceIn(rule, evidence) }))
    .filter(({ confidence }) => confidence > 0)
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, maxSuggestions)
}

export const suggestionOf = ({ rule, confidence }: Diagnosis): Suggestion => ({
  ...rule.advice,
  confidence,
})

type Evidence = {
  readonly text: string
  readonly stack: string
  readonly action: string
  readonly clockOffMinutes: number
}

const evidenceOf = (report: ErrorReport, now: Date): Evidence => ({
  text: textOf(report),
  stack: report.stackTrace ?? '',
  action: report.userAction ?? '',
  clockOffMinutes: Math.abs(now.getTime() - Date.parse(report.timestamp)) / 60_000,
})

/** `type: message`, also where the message names its type itself, as that of an error event does. */
const textOf = ({ errorType, errorMessage }: ErrorReport): string => {
  const message = errorMessage.replace(/^Uncaught (?:\(in promise\) )?/, '')
  const isTyped = /^[A-Z]\w{0,40}(?:Error|Exception): /.test(message)
  return isTyped ? message : `${errorType || 'Error'}: ${message}`
}

const confidenceIn = (rule: Rule, evidence: Evidence): number =>
  Math.max(0, ...rule.signs.filter((sign) => isSeen(sign, evidence)).map((sign) => sign.confidence))

const isSeen = (sign: Sign, evidence: Evidence): boolean =>
  (sign.text?.test(evidence.text) ?? true) &&
  !(sign.unless?.test(evidence.text) ?? false) &&
  (sign.stack?.test(evidence.stack) ?? true) &&
  (sign.action?.test(evidence.action) ?? true) &&
  evidence.clockOffMinutes >= (sign.clockOffMinutes ?? 0)
