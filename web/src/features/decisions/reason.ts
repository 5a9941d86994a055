import { type ReasonCode, reasonCodes } from '@answerable/contracts/decisions'

/** Reason of a decision as typed; both parts are optional. */
export type Reason = { reasonCode: ReasonCode | ''; note: string }

export const noReason: Reason = { reasonCode: '', note: '' }

export const reasonBody = ({
  reasonCode,
  note,
}: Reason): { reasonCode?: ReasonCode; note?: string } => ({
  ...(reasonCode === '' ? {} : { reasonCode }),
  ...(note.trim() === '' ? {} : { note: note.trim() }),
})

export const reasonCodeOf = (value: string): Reason['reasonCode'] =>
  isReasonCode(value) ? value : ''

const isReasonCode = (value: string): value is ReasonCode => Object.hasOwn(reasonCodes, value)
