import { randomBytes, randomUUID } from 'node:crypto'
import { auth } from '@answerable/auth/service'
import { catalog } from '@answerable/catalog/service'
import { removeSubmission } from '@answerable/contracts/decisions'
import { flagSubmission } from '@answerable/contracts/flags'
import type { Viewer } from '@answerable/contracts/sessions'
import { type AdminSubmission, submitBoycott } from '@answerable/contracts/submissions'
import { moderation } from '@answerable/moderation/service'
import type { Environment } from '@answerable/service-kit/config'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { isBusy, repeatWhileBusy } from '../tools/repeat-while-busy.ts'
import { openRoad, type Road } from '../tools/road.ts'

/** The three services of moderation, each on a database of its own. */
export type ModerationSite = {
  auth: TestService
  catalog: TestService
  moderation: TestService
  roadToAuth: Road
  roadToCatalog: Road
  /** Connections as the owner of the schemas, with permissions that no service has. */
  owner: { auth: Pool; catalog: Pool; moderation: Pool }
  stop: () => Promise<void>
}

export const startModerationSite = async (
  environment: Environment = {},
): Promise<ModerationSite> => {
  const [accounts, submissions] = await Promise.all([
    startTestService(auth, { CODE_KEY: randomBytes(32).toString('base64url') }),
    startTestService(catalog),
  ])
  const roadToAuth = await openRoad(accounts.url)
  const roadToCatalog = await openRoad(submissions.url)
  const decisions = await startTestService(moderation, {
    AUTH_URL: roadToAuth.url,
    CATALOG_URL: roadToCatalog.url,
    EVIDENCE_URL: 'http://127.0.0.1:1',
    ...environment,
  })
  const owner = {
    auth: openOwner(accounts, 'auth'),
    catalog: openOwner(submissions, 'catalog'),
    moderation: openOwner(decisions, 'moderation'),
  }
  return {
    auth: patient(accounts),
    catalog: patient(submissions),
    moderation: patient(decisions, () => !roadToAuth.isCut() && !roadToCatalog.isCut()),
    roadToAuth,
    roadToCatalog,
    owner,
    stop: async () => {
      await Promise.all(Object.values(owner).map((pool) => pool.end()))
      await decisions.stop()
      await roadToCatalog.cut()
      await roadToAuth.cut()
      await Promise.all([submissions.stop(), accounts.stop()])
    },
  }
}

/**
 * Repeats calls that a busy machine refuses with 503, unless the test has caused it. A key makes the repetition of a
 * decision safe.
 */
const patient = (service: TestService, isWhole = () => true): TestService => ({
  ...service,
  call: (route, input, options = {}) => {
    const headers = { ...newKey(), ...options.headers }
    return repeatWhileBusy(
      () => service.call(route, input, { ...options, headers }),
      (response) => isWhole() && isBusy(response),
    )
  },
})

const openOwner = ({ database }: TestService, schema: string): Pool => {
  const url = new URL(database.ownerUrl)
  url.searchParams.set('options', `-c search_path=${schema}`)
  const log = createLog({ service: 'test', level: 'silent' })
  return openPool({ url: patientUrl(url.href), max: 2, name: 'test', log })
}

/** A person with an account. */
export const addPerson = async (
  site: ModerationSite,
  role: Viewer['role'] = 'member',
): Promise<Viewer> => {
  const person: Viewer = { ...newMember(), role }
  await site.owner.auth.query(
    'INSERT INTO users (id, email, username, is_admin) VALUES ($1, $2, $3, $4)',
    [person.id, `${person.id}@example.org`, person.username, role === 'admin'],
  )
  return person
}

export const propose = async (
  site: ModerationSite,
  { author = newMember(), targetName = 'Acme' }: { author?: Viewer; targetName?: string } = {},
): Promise<string> => {
  const body = { targetName, location: 'Springfield', reasons: 'It sells anvils.' }
  const response = await site.catalog.call(submitBoycott, { body }, { viewer: author })
  return response.body.id
}

export const flag = async (site: ModerationSite, id: string, times = 1): Promise<void> => {
  for (let done = 1; done <= times; done += 1) {
    const body = { reason: `Reason ${done}.` }
    await site.catalog.call(flagSubmission, { params: { id }, body }, { viewer: newMember() })
  }
}

export const remove = async (
  site: ModerationSite,
  id: string,
  admin: Viewer,
): Promise<{ decisionId: string; submission: AdminSubmission }> => {
  const response = await site.moderation.call(
    removeSubmission,
    { params: { id }, body: { reasonCode: 'spam', note: 'Bought words.' } },
    { viewer: admin },
  )
  return response.body
}

/** An id of no account. */
export const unknownId = '00000000'
export const newKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
