import type { decisionLogged, EventPayload, ResponseChange } from '@answerable/contracts/events'
import type { WebhookEvent } from '@answerable/contracts/webhooks'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import type { Pool } from '@answerable/service-kit/db'
import type { Worker } from '@answerable/service-kit/process/worker'
import { deleteTexts, isWanted, storeMessage } from './store.ts'
import { readSubject, type Subject } from './subjects.ts'

export type MessageDeps = { pool: Pool; catalog: ServiceCall; deliveries: Worker | null }

/** An event of the bus. */
type Source = { eventId: string; requestId: string | null }

export const announceBoycott = (
  deps: MessageDeps,
  source: Source,
  {
    type,
    id,
  }: { type: 'boycott.created' | 'boycott.status_changed' | 'boycott.restored'; id: string },
): Promise<void> => announceText(deps, source, type, { boycottId: id, responseId: null })

/** Only a response that was published or edited, and is still shown. */
export const announceResponse = async (
  deps: MessageDeps,
  source: Source,
  { submissionId, responseId, cause }: ResponseChange,
): Promise<void> => {
  const subject = { boycottId: submissionId, responseId }
  if (cause === 'removed') await forgetIfGone(deps, source, subject)
  if (cause !== 'created' && cause !== 'edited') return
  await announceText(deps, source, 'business.responded', subject)
}

export const announceDecision = async (
  deps: MessageDeps,
  source: Source,
  { decision, submission }: EventPayload<typeof decisionLogged>,
): Promise<void> => {
  await announce(deps, source, { type: 'moderation.decision', data: decision, subject: null })
  if (submission === null) return
  const { id, isPublic, version } = submission
  if (isPublic) return announceBoycott(deps, source, { type: 'boycott.restored', id })
  const data = { id, version }
  await announce(deps, source, { type: 'boycott.removed', data, subject: null })
  await forgetIfGone(deps, source, { boycottId: id, responseId: null })
}

/** Announces the public state of a subject. */
const announceText = async (
  deps: MessageDeps,
  source: Source,
  type: WebhookEvent,
  subject: Subject,
): Promise<void> => {
  if (deps.deliveries === null || !(await isWanted(deps.pool, type))) return
  const data = await readSubject(deps.catalog, subject, requestIdOf(source))
  if (data === null) return deleteTexts(deps.pool, subject)
  await announce(deps, source, { type, data, subject })
}

/** Stores the message of an event and its deliveries, once however often the event comes. */
const announce = async (
  { pool, deliveries }: MessageDeps,
  { eventId }: Source,
  { type, data, subject }: { type: WebhookEvent; data: object; subject: Subject | null },
): Promise<void> => {
  if (deliveries === null || !(await isWanted(pool, type))) return
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  await storeMessage(pool, { eventId, type, body, subject })
  deliveries.wake()
}

/**
 * Deletes the texts of a subject that was removed. Asks catalog, because a removal that arrives again or late may have
 * been undone.
 */
const forgetIfGone = async (
  { pool, catalog }: MessageDeps,
  source: Source,
  subject: Subject,
): Promise<void> => {
  if ((await readSubject(catalog, subject, requestIdOf(source))) === null) {
    await deleteTexts(pool, subject)
  }
}

const requestIdOf = ({ eventId, requestId }: Source): string => requestId ?? eventId
