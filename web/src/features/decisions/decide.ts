import type { removeSubmission } from '@answerable/contracts/decisions'
import type { RouteInput } from '@answerable/contracts/route'
import { call } from '../../api/call.ts'
import { type DecidedKind, type PlainDecision, plainDecisions } from './plain-decisions.ts'
import { type Reason, reasonBody } from './reason.ts'
import { useDecision } from './use-decision.ts'

export type DecisionOptions = {
  onDecided: () => void
  /** Another administrator decided first; the decision was not applied. */
  onConflict: () => void
}

export type Decided = {
  id: string
  /** Of what the administrator has seen; absent where it has no version. */
  version?: number
  /** The submission whose page changes. */
  submissionId?: string | null
  /** Shown with the confirmation. */
  name?: string
}

type Choice<Kind extends DecidedKind> = keyof (typeof plainDecisions)[Kind] & string

/** Decides on content or a request. The page shows the result only after the response. */
export const useDecide = <Kind extends DecidedKind>(
  kind: Kind,
  { id, version, submissionId = null, name }: Decided,
  options: DecisionOptions,
) => {
  const decisions = plainDecisions[kind] as unknown as Record<Choice<Kind>, PlainDecision>
  return useDecision({
    requestOf: ({ kind: choice, reason }: { kind: Choice<Kind>; reason: Reason }) => ({
      choice,
      ...requestOf({ id, ...(version === undefined ? {} : { version }) }, reason),
    }),
    send: ({ choice, ...request }, sent) => sendDecision(decisions[choice], request, sent),
    done: (_answer, { kind: choice }) => ({
      ...(name === undefined ? {} : { description: name }),
      ...decisions[choice].done,
    }),
    failed: ({ kind: choice }) => decisions[choice].failed,
    submissionId,
    ...options,
  })
}

type Request = RouteInput<typeof removeSubmission>

export const requestOf = (
  { id, version }: Pick<Decided, 'id' | 'version'>,
  reason: Reason,
): Request => ({
  params: { id },
  body: { ...reasonBody(reason), ...(version === undefined ? {} : { expectedVersion: version }) },
})

/** All these routes take the same request. The server refuses it where a note is missing. */
export const sendDecision = (
  { route }: PlainDecision,
  request: Request,
  options: { headers: Record<string, string> },
) => call(route as typeof removeSubmission, request, options)
