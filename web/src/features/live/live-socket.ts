import {
  type CommentMessage,
  type LiveMessage,
  livePath,
  type PageMessage,
  type UnreadMessage,
} from '@answerable/contracts/live'

const minDelayMilliseconds = 1_000
const maxDelayMilliseconds = 30_000

type Options = {
  connect: (address: string) => WebSocket
  onMessage: (message: LiveMessage | CommentMessage) => void
  /** The number of the user's unread notifications. */
  onUnread: (unread: number) => void
  /** The first connection is open; earlier messages were missed. */
  onConnected: () => void
  /** The connection is open again; messages in between were missed. */
  onReconnected: () => void
}

/** Keeps one websocket open until stopped. Errors are only logged. */
export const openLiveSocket = (address: string, options: Options): (() => void) => {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasOpen = false
  let isStopped = false

  const open = () => {
    socket = options.connect(address)
    socket.onopen = () => {
      failures = 0
      if (wasOpen) options.onReconnected()
      else options.onConnected()
      wasOpen = true
    }
    socket.onmessage = ({ data }) => {
      const message = parseLiveMessage(data)
      if (message?.type === 'UNREAD') options.onUnread(message.unread)
      else if (message !== undefined) options.onMessage(message)
    }
    socket.onclose = () => {
      if (isStopped) return
      timer = setTimeout(open, reconnectDelayMilliseconds(failures, Math.random()))
      failures += 1
    }
    socket.onerror = () => console.debug('The live connection failed and will be retried.')
  }

  open()
  return () => {
    isStopped = true
    clearTimeout(timer)
    socket?.close()
  }
}

/**
 * Random delay between half and all of a value that doubles with each failure, so that not all pages
 * reconnect at once.
 */
export const reconnectDelayMilliseconds = (failures: number, random: number): number =>
  Math.min(minDelayMilliseconds * 2 ** failures, maxDelayMilliseconds) * (0.5 + random / 2)

export const parseLiveMessage = (data: unknown): PageMessage | undefined => {
  try {
    const message = JSON.parse(String(data))
    if ([isLiveMessage, isCommentMessage, isUnreadMessage].some((is) => is(message))) return message
    console.debug('The live message has an unknown format.', message)
  } catch (error) {
    console.debug('A live message could not be read.', error)
  }
  return undefined
}

/** Checked by hand, because a schema library would be a tenth of the initial JavaScript. */
const isLiveMessage = ({
  type,
  submissionId,
  version,
  score,
  commentCount,
  participantCount,
  sections,
}: LiveMessage) =>
  type === 'VOTE_UPDATE' &&
  typeof submissionId === 'string' &&
  [version, score ?? 0, commentCount ?? 0, participantCount ?? 0].every(Number.isSafeInteger) &&
  (sections === undefined || Array.isArray(sections))

const isCommentMessage = ({ type, submissionId, commentId, state }: CommentMessage) =>
  type === 'COMMENT_UPDATE' &&
  [submissionId, commentId].every((id) => typeof id === 'string') &&
  /^(?:shown|deleted|removed)$/.test(state)

const isUnreadMessage = ({ type, unread }: UnreadMessage) =>
  type === 'UNREAD' && Number.isSafeInteger(unread)

/** Address of the websocket on the page's own host, secure if the page is. */
export const liveAddress = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${livePath}`
