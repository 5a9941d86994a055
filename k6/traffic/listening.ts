import type { LiveMessage } from '@answerable/contracts/live'
import { Counter, Trend } from 'k6/metrics'
import { clearInterval, setInterval, setTimeout } from 'k6/timers'
import { WebSocket } from 'k6/websockets'
import { call, newVisitor, type Person } from './call.ts'
import { submissionIn } from './content.ts'
import { siteUrl } from './settings.ts'
import { vote } from './voting.ts'

const opened = new Counter('sockets_opened')
/** Sockets that failed to open or that the server closed. */
const lost = new Counter('sockets_lost')
/** Sockets that had not received the newest state at the end. */
const behind = new Counter('sockets_behind')
const updates = new Counter('updates')
const outOfOrder = new Counter('updates_out_of_order')
/** From sending a vote to its update on the voter's own socket, where nobody else votes on the submission. */
const delay = new Trend('update_delay', true)

type Socket = { close: () => void; versionOf: (id: string) => number }

/** Opens this many sockets of visitors and counts the messages that they receive. */
export const listen = (options: {
  sockets: number
  seconds: number
  /** The sockets are opened one after another within this time. */
  openingSeconds: number
  /** Submissions whose newest state every socket must have received by the end. */
  watched: readonly string[]
}): void => {
  const sockets: Socket[] = []
  const pause = (options.openingSeconds * 1_000) / Math.max(1, options.sockets)
  for (let at = 0; at < options.sockets; at += 1) {
    setTimeout(() => sockets.push(open(newVisitor())), at * pause)
  }
  setTimeout(() => {
    for (const id of options.watched) {
      const response = call(newVisitor(), {
        method: 'GET',
        path: `/api/boycotts/${id}`,
        name: 'submission',
      })
      const { version, score } = submissionIn(response)
      const hasVotes = version > 1 || score !== 0
      if (!hasVotes) continue
      behind.add(sockets.filter(({ versionOf }) => versionOf(id) < version).length)
    }
    for (const { close } of sockets) close()
  }, options.seconds * 1_000)
}

const votePauseMilliseconds = 2_500

/** A member who votes where nobody else does, and measures the time until their own page is updated. */
export const witness = (member: Person, { id, seconds }: { id: string; seconds: number }): void => {
  let value: 1 | -1 = -1
  let sentAt = 0
  const socket = open(member, (message) => {
    if (message.submissionId !== id || sentAt === 0) return
    delay.add(Date.now() - sentAt)
    sentAt = 0
  })
  const timer = setInterval(() => {
    value = value === 1 ? -1 : 1
    sentAt = Date.now()
    if (!vote(member, { id, value, name: 'vote' })) sentAt = 0
  }, votePauseMilliseconds)
  setTimeout(() => {
    clearInterval(timer)
    socket.close()
  }, seconds * 1_000)
}

const open = (person: Person, onMessage: (message: LiveMessage) => void = () => {}): Socket => {
  const versions = new Map<string, number>()
  let isClosing = false
  const socket = new WebSocket(`${siteUrl.replace(/^http/, 'ws')}/ws`, null, {
    headers: {
      'X-Forwarded-For': person.address,
      Origin: siteUrl,
      ...(person.cookie === '' ? {} : { Cookie: person.cookie }),
    },
    tags: { name: 'socket' },
  })
  socket.onopen = () => opened.add(1)
  socket.onclose = () => lost.add(isClosing ? 0 : 1)
  socket.onmessage = (event) => {
    const message = JSON.parse(String(event?.data)) as LiveMessage
    const before = versions.get(message.submissionId) ?? -1
    updates.add(1)
    outOfOrder.add(message.version < before ? 1 : 0)
    versions.set(message.submissionId, message.version)
    onMessage(message)
  }
  return {
    close: () => {
      isClosing = true
      socket.close()
    },
    versionOf: (id) => versions.get(id) ?? -1,
  }
}
