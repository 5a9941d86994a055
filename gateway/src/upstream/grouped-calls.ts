import { joinBoycott } from '@answerable/contracts/participation'
import type { Route } from '@answerable/contracts/route'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import type { Config } from '../config.ts'
import type { SendBy } from './limited-upstream.ts'
import { type GroupedService, type Grouping, headerOf, sendTogether } from './send-together.ts'

const all = 'all'

const votes: Grouping = {
  // Catalog refuses all other requests.
  groupOf: (call) =>
    votePath.test(call.path) &&
    voteBody.test(call.body?.toString('latin1') ?? '') &&
    headerOf(call, 'content-type') === 'application/json' &&
    headerOf(call, 'content-encoding') === undefined
      ? all
      : null,
  isRead: false,
}

const joins: Grouping = {
  groupOf: ({ path }) => (joinPath.test(path) ? all : null),
  isRead: false,
}

const items: Grouping = {
  groupOf: ({ path }) => (itemPath.test(path) ? all : null),
  isRead: true,
}

const pages: Grouping = {
  // Only the same page, because a page of a rare filter can take longer than others.
  groupOf: ({ path }) => (path.length > maxPathLength ? null : path),
  isRead: true,
}

/** Longer than the site's own requests, and short enough for a group. */
const maxPathLength = 200

const pathPattern = ({ path }: Route): RegExp =>
  new RegExp(`^${path.replace(':id', '[0-9A-Za-z]{8}')}$`)
const votePath = pathPattern(castVote)
const joinPath = pathPattern(joinBoycott)
const itemPath = pathPattern(readSubmission)
/** White space of JSON only, and little of it. */
const voteBody =
  /^[ \t\r\n]{0,8}\{[ \t\r\n]{0,8}"value"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}-?1[ \t\r\n]{0,8}\}[ \t\r\n]{0,8}$/

/** The routes of catalog whose calls are sent in groups. */
export const openGroupedCalls = (
  config: Pick<Config, 'PASSPORT_KEYS'>,
  catalog: GroupedService,
): ReadonlyMap<Route, SendBy> =>
  new Map<Route, SendBy>([
    [castVote, sendTogether(votes, config, catalog)],
    [joinBoycott, sendTogether(joins, config, catalog)],
    [listSubmissions, sendTogether(pages, config, catalog)],
    [readSubmission, sendTogether(items, config, catalog)],
  ])
