import type { CommentMessage, LiveMessage, LiveSection } from '@answerable/contracts/live'
import type { Submission } from '@answerable/contracts/submissions'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { refetch } from '../../api/refetch.ts'
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

  const sections = refetchSections(client)

  const onMessage = (message: LiveMessage | CommentMessage) => {
    if (message.type === 'COMMENT_UPDATE') {
      applyToComments(message)
      return
    }
    const isDecision = message.score === undefined
    sections.ask(message.submissionId, isDecision ? allSections : (message.sections ?? []))
    if (isPending(message.submissionId)) waiting.set(message.submissionId, message)
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
    sections.stop()
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
    refetch(client, queryKeys.submissions)
  }

  return { onMessage, onConnected, onReconnected, stop }
}

const allSections: readonly LiveSection[] = ['response', 'alternatives', 'timeline']
const keyOf: Record<LiveSection, (id: string) => QueryKey> = {
  response: queryKeys.responses,
  alternatives: queryKeys.alternatives,
  timeline: queryKeys.timeline,
}

/** The age that a cached response may have, so that no page fetches one that is older than the message. */
const sectionDelayMilliseconds = 1_000
/** All open pages get a message at the same moment. */
const sectionSpreadMilliseconds = 2_000

/** Refetches sections that this page has, a random time after the message, once for several messages. */
const refetchSections = (client: QueryClient) => {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const ask = (id: string, sections: readonly LiveSection[]) => {
    for (const section of sections) {
      const queryKey = keyOf[section]?.(id)
      const name = `${section} ${id}`
      if (queryKey === undefined || timers.has(name)) continue
      if (client.getQueryCache().findAll({ queryKey }).length === 0) continue
      const delay = sectionDelayMilliseconds + Math.random() * sectionSpreadMilliseconds
      const run = () => {
        timers.delete(name)
        refetch(client, queryKey)
      }
      timers.set(name, setTimeout(run, delay))
    }
  }
  const stop = () => {
    for (const timer of timers.values()) clearTimeout(timer)
  }
  return { ask, stop }
}

const patched = (
  cached: Submission,
  version: number,
  figures: Pick<Submission, 'score' | 'commentCount' | 'participantCount'>,
): Submission => (cached.version < version ? { ...cached, ...figures, version } : cached)
