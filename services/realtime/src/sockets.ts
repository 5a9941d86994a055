import type { Duplex } from 'node:stream'
import type { PageMessage, UnreadMessage } from '@answerable/contracts/live'
import { closeSpreadOut } from '@answerable/service-kit/http/close-spread-out'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import { WebSocket } from 'ws'
import { textFrame } from './frame.ts'

export type Sockets = {
  /** Adds an open websocket and its connection; `userId` is the member for whom the gateway vouched. */
  add: (socket: WebSocket, connection: Duplex, userId?: string | null) => void
  /** Sends to a socket that has just opened. */
  greet: (connection: Duplex, messages: readonly PageMessage[]) => void
  size: () => number
  sendToAll: (messages: readonly PageMessage[]) => void
  /** Sends to the open pages of one member only. */
  sendToMember: (userId: string, message: UnreadMessage) => void
  /** Whether a page of the member is open. */
  hasMember: (userId: string) => boolean
  /** Asks all pages to reconnect later and resolves when they are closed. */
  close: () => Promise<void>
}

type Member = {
  socket: WebSocket
  connection: Duplex
  /** Whether it responded to the last ping. */
  isAlive: boolean
  /** Messages, pings and unsolicited pongs since the last ping. */
  received: number
  /** Bytes since the last ping, of frames of any kind. */
  receivedBytes: number
  /** In which part of a heartbeat it is pinged. */
  beat: number
}

const skipAboveBytes = 65_536
const closeAboveBytes = 262_144
const maxMessagesPerHeartbeat = 20
/** A page sends 6 bytes, the pong; parts of messages without an end would never be counted as messages. */
const maxBytesPerHeartbeat = 32_768
const closingMilliseconds = 1_000
/** A heartbeat's pings are sent in this many parts, so that messages never wait for thousands of them. */
const beatsOfHeartbeat = 10
/** RFC 6455, 5.5.2: final, without a payload. */
const pingFrame = Buffer.from([0x89, 0x00])

const policyViolation = 1008
const serviceRestart = 1012

/** The open sockets of this process. */
export const openSockets = (options: {
  heartbeatMilliseconds: number
  metrics: Metrics
}): Sockets => {
  const members = new Set<Member>()
  const byUser = new Map<string, Set<Member>>()
  const counts = socketCounts(options.metrics, () => members.size)

  let beat = 0
  let joined = 0

  const heartbeat = setInterval(() => {
    beat = (beat + 1) % beatsOfHeartbeat
    for (const member of members) if (member.beat === beat) ping(member)
  }, options.heartbeatMilliseconds / beatsOfHeartbeat)

  /** One write for all messages, of the same bytes for all sockets. */
  const send = (receivers: Iterable<Member>, messages: readonly PageMessage[]): void => {
    const frames = framesOf(messages)
    const sent = { written: 0, skipped: 0, dropped: 0, gone: 0 }
    for (const member of receivers) sent[sendTo(member, frames)] += 1
    counts.messages({}, sent.written * messages.length)
    counts.skipped({}, sent.skipped * messages.length)
    counts.dropped({}, sent.dropped)
  }

  return {
    add: (socket, connection, userId = null) => {
      joined += 1
      const member = {
        socket,
        connection,
        isAlive: true,
        received: 0,
        receivedBytes: 0,
        beat: joined % beatsOfHeartbeat,
      }
      members.add(member)
      const receive = () => refuseChatter(member)
      socket.on('message', receive)
      socket.on('ping', receive)
      socket.on('pong', () => {
        // Only the first pong after a ping is solicited.
        if (member.isAlive) receive()
        member.isAlive = true
      })
      connection.on('data', (chunk: Buffer) => refuseFlood(member, chunk.length))
      socket.on('error', () => socket.terminate())
      socket.on('close', () => members.delete(member))
      if (userId !== null) addToMember(byUser, userId, member)
    },
    greet: (connection, messages) => {
      if (messages.length > 0) connection.write(framesOf(messages))
    },
    size: () => members.size,
    sendToAll: (messages) => {
      if (members.size > 0) send(members, messages)
    },
    sendToMember: (userId, message) => send(byUser.get(userId) ?? [], [message]),
    hasMember: (userId) => byUser.has(userId),
    close: async () => {
      clearInterval(heartbeat)
      await closeSpreadOut([...members], closeGently)
    },
  }
}

/** Adds the socket to those of the member until it is closed. */
const addToMember = (byUser: Map<string, Set<Member>>, userId: string, member: Member): void => {
  const own = byUser.get(userId) ?? new Set()
  byUser.set(userId, own.add(member))
  member.socket.on('close', () => {
    own.delete(member)
    if (own.size === 0 && byUser.get(userId) === own) byUser.delete(userId)
  })
}

/** Terminates a socket that did not respond to the previous ping. */
const ping = (member: Member): void => {
  const { socket, connection } = member
  if (!member.isAlive) {
    socket.terminate()
    return
  }
  member.isAlive = false
  member.received = 0
  member.receivedBytes = 0
  if (socket.readyState === WebSocket.OPEN) connection.write(pingFrame)
}

const framesOf = (messages: readonly PageMessage[]): Buffer =>
  Buffer.concat(messages.map((message) => textFrame(JSON.stringify(message))))

const sendTo = (
  { socket, connection }: Member,
  frames: Buffer,
): 'written' | 'skipped' | 'dropped' | 'gone' => {
  if (socket.readyState !== WebSocket.OPEN) return 'gone'
  const waiting = connection.writableLength
  if (waiting > closeAboveBytes) {
    socket.terminate()
    return 'dropped'
  }
  if (waiting > skipAboveBytes) return 'skipped'
  connection.write(frames)
  return 'written'
}

const socketCounts = (metrics: Metrics, size: () => number) => {
  metrics.gauge({ name: 'answerable_sockets_open', help: 'Open websockets.' }, size)
  return {
    messages: metrics.counter({
      name: 'answerable_socket_messages_total',
      help: 'Messages written to websockets, counted per socket.',
    }),
    skipped: metrics.counter({
      name: 'answerable_socket_messages_skipped_total',
      help: 'Messages dropped because the client was too slow.',
    }),
    dropped: metrics.counter({
      name: 'answerable_sockets_dropped_total',
      help: 'Websockets closed because the client was too slow.',
    }),
  }
}

/** Pages send no messages. */
const refuseChatter = (member: Member): void => {
  member.received += 1
  if (member.received > maxMessagesPerHeartbeat) member.socket.close(policyViolation)
}

/** Terminates sockets that continue after a close, or whose frames never complete a message. */
const refuseFlood = (member: Member, bytes: number): void => {
  member.receivedBytes += bytes
  if (member.receivedBytes > maxBytesPerHeartbeat) member.socket.terminate()
}

const closeGently = ({ socket }: Member): Promise<void> =>
  new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) {
      resolve()
      return
    }
    const timer = setTimeout(() => socket.terminate(), closingMilliseconds)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(serviceRestart)
  })
