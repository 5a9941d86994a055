import type { CommentMessage, LiveMessage } from '@answerable/contracts/live'
import type { Submission } from '@answerable/contracts/submissions'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { hideComment } from '../submissions/cached-comments.ts'
import { cachedSubmission, patchSubmission } from '../submissions/cached-submissions.ts'
import { markDecided } from '../submissions/decided.ts'
import type { Feed } from '../submissions/submission-queries.ts'

/** The user's votes or joins that the server has not confirmed. */
export type PendingChoices = {
  isPending: (submissionId: string) => boolean
  subscribe: (listener: () => void) => () => void
}

type Options = {
  client: QueryClient
  choices: readonly PendingChoices[]
  /** Invalidates the feeds, now or a little later. */
  refreshFeeds: () => void
}

/** Data fetched within this time before the connection opened is considered current. */
const maxStartMilliseconds = 5_000

/** Applies live messages: figures change in place, everything else is invalidated. */
export const connectLiveUpdates = ({ client, choices, refreshFeeds }: Options) => {
  const isPending = (id: string) => choices.some((one) => one.isPending(id))
  /**
   * Messages about submissions with a pending vote or join: their figures may include one that is not confirmed yet.
   */
  const waiting = new Map<string, LiveMessage>()

  const apply = (message: LiveMessage) => {
    const { submissionId, version, score, commentCount, participantCount } = message
    if (score === undefined || commentCount === undefined) {
      markDecided(client, [submissionId])
      refetch(client, queryKeys.submission(submissionId))
      refetch(client, queryKeys.admin)
      refreshFeeds()
      return
    }
    const cached = cachedSubmission(client, submissionId)
    if (cached !== undefined && cached.version < version && cached.commentCount !== commentCount) {
      refetch(client, queryKeys.comments(submissionId))
    }
    if (cached === undefined || cached.version < version) refreshFeeds()
    patchSubmission(client, submissionId, (one) =>
      patched(one, version, {
        ...{ score, commentCount },
        participantCount: participantCount ?? one.participantCount,
      }),
    )
  }

  const applyToComments = ({ submissionId, commentId, state }: CommentMessage) => {
    if (state !== 'shown') hideComment(client, { submissionId, commentId }, state)
    refetch(client, queryKeys.comments(submissionId))
  }

  const onMessage = (message: LiveMessage | CommentMessage) => {
    if (message.type === 'COMMENT_UPDATE') applyToComments(message)
    else if (isPending(message.submissionId)) waiting.set(message.submissionId, message)
    else apply(message)
  }

  const applyWaiting = () => {
    for (const [id, message] of waiting) {
      if (isPending(id)) continue
      waiting.delete(id)
      apply(message)
    }
  }
  const stops = choices.map((one) => one.subscribe(applyWaiting))
  const stop = () => {
    for (const end of stops) end()
  }

  /** Any row may have been removed in the meantime. */
  const markMissed = () => {
    const feeds = client.getQueriesData<Feed>({ queryKey: queryKeys.feeds })
    markDecided(
      client,
      feeds.flatMap(([, feed]) => feed?.rows.map(({ id }) => id) ?? []),
    )
  }

  /** On a slow device the connection may open long after the data was fetched. */
  const onConnected = () => {
    const before = Date.now() - maxStartMilliseconds
    const old = {
      queryKey: queryKeys.submissions,
      predicate: ({ state }: Query) => state.data !== undefined && state.dataUpdatedAt < before,
    }
    if (client.getQueryCache().findAll(old).length === 0) return
    markMissed()
    // Stale queries are being fetched already.
    void client.invalidateQueries(old, { cancelRefetch: false })
  }

  const onReconnected = () => {
    markMissed()
    void client.invalidateQueries({ queryKey: queryKeys.submissions })
  }

  return { onMessage, onConnected, onReconnected, stop }
}

/**
 * A query that is being fetched for the first time is fetched again afterwards: its response may be older than the
 * message, and an invalidation does not repeat a first fetch.
 */
const refetch = (client: QueryClient, queryKey: QueryKey): void => {
  const isFirst = ({ state }: Query) => state.data === undefined
  const filters = { queryKey, fetchStatus: 'fetching', predicate: isFirst } as const
  for (const query of client.getQueryCache().findAll(filters))
    query.promise?.then(
      () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      () => {},
    )
  void client.invalidateQueries({ queryKey })
}

const patched = (
  cached: Submission,
  version: number,
  figures: Pick<Submission, 'score' | 'commentCount' | 'participantCount'>,
): Submission => (cached.version < version ? { ...cached, ...figures, version } : cached)
