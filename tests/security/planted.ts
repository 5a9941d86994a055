import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { postAppeal } from '@answerable/contracts/appeals'
import { postComment } from '@answerable/contracts/comments'
import { removeSubmission } from '@answerable/contracts/decisions'
import { analyzeError } from '@answerable/contracts/diagnostics'
import { flagSubmission } from '@answerable/contracts/flags'
import {
  pathOf,
  type Route,
  type RouteInput,
  type RouteResponse,
} from '@answerable/contracts/route'
import { submitBoycott } from '@answerable/contracts/submissions'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import type { Actor, Actors } from '../fuzz/actors.ts'
import type { ThrowawaySite } from '../tools/throwaway-site.ts'

export type Plant = { payload: string; author: Actor; id: string }
export type Garden = {
  plants: readonly Plant[]
  /** A submission with every payload as a comment. */
  wallId: string
  /** Removes each submission as an administrator, and appeals as its author; both texts are the payload. */
  removeAll: () => Promise<void>
}

const atOnce = 4
const maxLineLength = 120
/** Below an administrator's limit per minute. */
export const decisionsOfOne = 40

/** Writes every payload into every text field, each by a different member. */
export const plantAll = async (
  site: ThrowawaySite,
  actors: Actors,
  payloads: readonly string[],
): Promise<Garden> => {
  await nameAfter(site, actors, payloads)
  const visitor = actors.pick('visitor', 0)
  const wall = { targetName: 'The wall', location: 'Here', reasons: 'For comments.' }
  const { id: wallId } = await ask(site, actors.pick('admin', 1), submitBoycott, { body: wall })
  const plants: Plant[] = []
  await forEach(payloads, async (payload, index) => {
    const author = actors.pick('member', index)
    const line = payload.slice(0, maxLineLength)
    const sources = `${payload} https://example.org/${payload} ${payload}`
    const body = { targetName: line, location: line, reasons: payload, sources }
    const { id } = await ask(site, author, submitBoycott, { body })
    plants.push({ payload, author, id })
    const content = { content: payload }
    await ask(site, author, postComment, { params: { id: wallId }, body: content })
    await ask(site, author, flagSubmission, { params: { id }, body: { reason: payload } })
    await ask(site, visitor, analyzeError, {
      body: {
        errorType: payload.slice(0, 100),
        errorMessage: payload,
        stackTrace: payload,
        userAction: payload,
        timestamp: new Date().toISOString(),
      },
    })
  })
  return {
    plants,
    wallId,
    removeAll: () =>
      forEach(plants, async ({ id, author, payload }, index) => {
        const admin = actors.pick('admin', Math.floor(index / decisionsOfOne))
        await ask(site, admin, removeSubmission, { params: { id }, body: { note: payload } })
        await ask(site, author, postAppeal, { params: { id }, body: { text: payload } })
      }),
  }
}

/** Sets usernames to the payloads, in case the rules for names ever change. */
const nameAfter = async (
  site: ThrowawaySite,
  actors: Actors,
  payloads: readonly string[],
): Promise<void> => {
  const log = createLog({ service: 'test', level: 'silent' })
  const db = openPool({ url: patientUrl(site.ownerUrl), max: 1, name: 'test', log })
  const ids = payloads.map((_, index) => actors.pick('member', index).userId)
  await db.query(
    `UPDATE auth.users SET username = name || ' ' || number
     FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS given (user_id, name, number)
     WHERE id = user_id`,
    [ids, payloads],
  )
  await db.end()
}

let clients = 0
const tries = 10

/** Each call comes from a separate network, so that it meets no network limit. */
const ask = async <R extends Route>(
  site: ThrowawaySite,
  actor: Actor,
  route: R,
  input: RouteInput<R>,
): Promise<RouteResponse<R>> => {
  clients += 1
  const request = {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `10.99.${clients >> 8}.${clients & 255}`,
      ...(actor.cookie === '' ? {} : { cookie: actor.cookie }),
    },
    body: JSON.stringify(input.body ?? {}),
  }
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(site.url + pathOf(route, input), request)
    const text = await response.text()
    // If a call took effect before it timed out on a busy machine, its repeat is a conflict.
    if (response.ok || (tried > 1 && response.status === 409)) return JSON.parse(text)
    const isBusy = response.status === 503 || response.status === 504
    if (!isBusy || tried === tries) throw new Error(`${route.path}: ${response.status} ${text}`)
    await delay(1_000)
  }
}

const forEach = async <T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> => {
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) await work(item, index)
    }),
  )
}
