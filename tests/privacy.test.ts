import { glob, readFile } from 'node:fs/promises'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { expect, onTestFinished, test } from 'vitest'
import { storedData, storedInBrowser } from '../web/src/features/privacy/stored-data.ts'
import { root } from './command.ts'

/** Tables without personal data, or on development sites only. */
const impersonal = [
  'auth.backups',
  'auth.counters',
  'auth.dev_mails',
  'catalog.applied_business_decisions',
  'catalog.applied_business_merges',
  'catalog.applied_response_decisions',
  'catalog.applied_update_decisions',
  'catalog.business_counts',
  'catalog.business_merges',
  'catalog.business_names',
  'catalog.business_search',
  'catalog.business_slugs',
  'catalog.businesses',
  'catalog.counters',
  'catalog.decision_hours',
  'catalog.discussions',
  'catalog.first_flags',
  'catalog.guarded_figures',
  'catalog.impact_months',
  'catalog.impact_records',
  'catalog.links',
  'catalog.merged_comments',
  'catalog.merged_flags',
  'catalog.merges',
  'catalog.occurrences',
  'catalog.outdated_businesses',
  'catalog.place_names',
  'catalog.place_release',
  'catalog.places',
  'catalog.public_counts',
  'catalog.public_decisions',
  'catalog.published_votes',
  'catalog.response_days',
  'catalog.snapshot_schedule',
  'catalog.source_syncs',
  'catalog.status_checks',
  'catalog.status_counts',
  'catalog.submission_facets',
  'catalog.response_requests',
  'catalog.strongest_businesses',
  'catalog.transparency_figures',
  'catalog.uncounted_events',
  'catalog.vote_counts',
  'catalog.word_counts',
  'moderation.applied_claim_decisions',
  'moderation.appeal_counts',
  'moderation.notice_counts',
  'evidence.hosts',
  'evidence.links',
  'evidence.robots',
  'evidence.submission_links',
  'evidence.submission_versions',
  'evidence.ways_out',
  'evidence.webhook_deliveries',
  'evidence.webhooks',
]

const textsOf = async (pattern: string): Promise<{ path: string; text: string }[]> => {
  const texts: { path: string; text: string }[] = []
  for await (const path of glob(pattern, { cwd: root })) {
    texts.push({ path, text: await readFile(`${root}/${path}`, 'utf8') })
  }
  return texts
}

const namesInBrowser = storedInBrowser.flatMap(({ name }) => name.split(', '))
const isNamed = (key: string): boolean =>
  namesInBrowser.some((name) =>
    name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : key === name,
  )

test('the privacy page lists every table of the services', async () => {
  const migrations = await textsOf('services/*/migrations/*.sql')
  const tablesIn = (statement: RegExp) =>
    migrations.flatMap(({ path, text }) =>
      Array.from(text.matchAll(statement), ([, table]) => `${path.split('/')[1]}.${table}`),
    )
  const dropped = new Set(tablesIn(/^DROP TABLE (\w+)/gm))
  const tables = tablesIn(/^CREATE TABLE (\w+)/gm).filter((table) => !dropped.has(table))
  const documented = [...storedData.flatMap((entry) => entry.tables), ...impersonal]
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((table) => !documented.includes(table))).toEqual([])
})

test('the privacy page lists every cookie', async () => {
  const [cookies] = await textsOf('services/auth/src/sessions/cookies.ts')
  const names = Array.from(cookies?.text.matchAll(/prefixed\(site, '(\w+)'\)/g) ?? [], ([, name]) =>
    String(name),
  )
  expect(names.toSorted()).toEqual(['device', 'flow', 'sid'])
  for (const name of [...names.map((name) => `__Host-${name}`), sessionHintCookie]) {
    expect(isNamed(name), name).toBe(true)
  }
})

test('the privacy page lists every key of the browser’s storage', async () => {
  const sources = await textsOf('web/src/**/*.{ts,tsx}')
  const keys = sources
    .filter(({ path }) => !path.includes('.test.') && !path.endsWith('kept-data.ts'))
    .flatMap(({ text }) =>
      Array.from(text.matchAll(/['`]((?:answerable-[a-z-]+)|(?:[a-z-]+-completed))/g), ([, key]) =>
        String(key),
      ),
    )
  expect(keys.length).toBeGreaterThan(5)
  expect(keys.filter((key) => !isNamed(key))).toEqual([])
})

/** Every column about people's locations and devices, with its retention period. */
const whereabouts = {
  'auth.budgets.key': 'keyed hash of a network; deleted once it counts no longer, a day at most',
  'auth.dev_mails.recipient': 'development sites only; the 50 newest mails',
  'auth.flows.email': 'deleted an hour and a half after the request',
  'auth.notice_mailboxes.email': 'deleted six months after the decision on the notice',
  'auth.notices.country': 'deleted once sent, after two days at most',
  'auth.notices.device': 'deleted once sent, after two days at most',
  'auth.sessions.country': 'goes with the session, after 30 days at most',
  'auth.sessions.device': 'goes with the session, after 30 days at most',
  'auth.users.device_epoch': 'a count, that of signing others out',
  'auth.users.email': 'deleted with the account',
  'moderation.notices.has_mailbox': 'whether the notifier gave an address',
  'auth.suspended_mailboxes.mailbox_key':
    'keyed hash of a mailbox; as long as the suspension lasts',
  'catalog.business_counts.country': 'of businesses',
  'catalog.businesses.country': 'of a business',
  'catalog.places.country': 'of a place on the map',
  'catalog.public_counts.country': 'of boycotts',
  'catalog.status_counts.country': 'of boycotts',
  'catalog.submission_facets.country': 'of a boycott',
  'catalog.submissions.country': 'of a boycott, from its public location',
  'catalog.links.address': 'of a web page',
  'evidence.links.address': 'of a web page',
  'evidence.webhooks.address': 'of a server that an administrator has chosen',
  'catalog.newcomers.network': 'keyed hash of a network and a day; deleted after two days',
}

test('no column stores an IP address, and every column with a location is listed', async () => {
  const { ownerUrl, drop } = await cloneDatabase('auth')
  const log = createLog({ service: 'test', level: 'silent' })
  const db = openPool({ url: ownerUrl, max: 1, name: 'test', log })
  onTestFinished(async () => {
    await db.end()
    await drop()
  })
  const { rows } = await db.query<{ name: string; type: string }>(
    `SELECT concat_ws('.', table_schema, table_name, column_name) AS name, data_type AS type
     FROM information_schema.columns
     WHERE table_schema IN ('auth', 'catalog', 'moderation', 'diagnostics', 'notifications', 'evidence')`,
  )
  expect(rows.filter(({ type }) => ['inet', 'cidr', 'macaddr'].includes(type))).toEqual([])
  const sensitiveName =
    /\.(?:.*_)?(?:email|address|ip|network|recipient|mailbox|country|city|device|agent|browser)(?:_.*)?$/
  const found = rows.map(({ name }) => name).filter((name) => sensitiveName.test(name))
  expect(found.toSorted()).toEqual(
    Object.keys(whereabouts)
      .filter((name) => sensitiveName.test(name))
      .toSorted(),
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(whereabouts)))
})
