import {
  type EventDefinition,
  eventDied,
  userChanged,
  userLeft,
} from '@answerable/contracts/events'
import type { Viewer } from '@answerable/contracts/sessions'

/** An event that may be delivered any number of times, in any order. */
export type ScenarioEvent = { subject: EventDefinition['subject']; payload: unknown }

const person = (digit: number): string =>
  `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`

const account = (
  digit: number,
  state: { version: number; username: string; suspended?: boolean; role?: Viewer['role'] },
): ScenarioEvent => {
  const { version, username, suspended = false, role = 'member' } = state
  const id = person(digit)
  const user = { id, username, role, voter: { id, joinedAt: '2026-01-01T00:00:00.000Z' } }
  return { subject: userChanged.subject, payload: { user, version, suspended } }
}

/** Old dead letters are deleted. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const death = (
  owner: 'auth' | 'catalog',
  letter: { eventId: string; minute: number; attempts: number; error: string; audience?: string },
): ScenarioEvent => ({
  subject: eventDied(owner).subject,
  payload: {
    eventId: letter.eventId,
    subject: `${owner}.something`,
    audience: letter.audience ?? 'catalog',
    payload: '{"number":1}',
    requestId: null,
    attempts: letter.attempts,
    error: letter.error,
    diedAt: `${yesterday}T10:${letter.minute}:00.000Z`,
  },
})

const accountDeletion = (digit: number): ScenarioEvent => ({
  subject: userLeft.subject,
  payload: { userId: person(digit) },
})

/** The authors that catalog knows from passports before any event. */
export const knownByPassport = [
  { id: person(2), username: 'by-passport' },
  { id: person(4), username: 'will-leave' },
] as const

/** All events for consumers with tables, in their original order. */
export const scenario: readonly ScenarioEvent[] = [
  account(1, { version: 1, username: 'first' }),
  account(2, { version: 1, username: 'second' }),
  account(1, { version: 2, username: 'first-renamed' }),
  account(1, { version: 3, username: 'first-renamed', suspended: true }),
  account(3, { version: 1, username: 'third', role: 'admin' }),
  account(2, { version: 2, username: 'second', suspended: true }),
  account(1, { version: 4, username: 'first-again' }),
  account(2, { version: 5, username: 'second-after-a-gap' }),
  account(4, { version: 2, username: 'leaving', suspended: true }),
  accountDeletion(4),
  account(5, { version: 1, username: 'never-wrote' }),
  accountDeletion(5),
  death('catalog', { eventId: 'a', minute: 10, attempts: 8, error: 'Error: one' }),
  death('catalog', { eventId: 'a', minute: 11, attempts: 9, error: 'Error: another' }),
  death('catalog', {
    eventId: 'a',
    minute: 10,
    attempts: 8,
    error: 'x',
    audience: 'every gateway',
  }),
  death('auth', { eventId: 'a', minute: 12, attempts: 1, error: 'Error: one' }),
  death('auth', { eventId: 'b', minute: 12, attempts: 2, error: 'Error: one' }),
  death('auth', { eventId: 'b', minute: 12, attempts: 2, error: 'Error: two' }),
]

/** The expected final rows of catalog's authors. */
export const expectedAuthors = [
  { username: 'first-again', version: 4, suspended: false },
  { username: 'second-after-a-gap', version: 5, suspended: false },
  { username: 'third', version: 1, suspended: false },
  { username: '', version: 2 ** 63, suspended: true },
  { username: '', version: 2 ** 63, suspended: true },
]
