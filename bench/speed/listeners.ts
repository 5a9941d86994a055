import { connect, type Socket } from 'node:net'
import type { Order, Received } from './audience.ts'

// Holds many sockets in its own process and reads them as cheaply as possible; see audience.ts.

type Listener = {
  connection: Socket
  /** Whether the handshake is complete. */
  isOpen: boolean
  /** The beginning of an incomplete frame. */
  begun: Buffer | null
}

const atOnce = 100
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const text = 1
const ping = 9
const close = 8
/** Shared by all sockets, because each chunk is processed before the next one is read. */
const chunks = Buffer.alloc(65_536)

const listeners: Listener[] = []
let receivedByText = new Map<string, Received>()
/** The number of messages of all sockets that no order has collected yet, and the time of the last one. */
const uncollected = { frames: 0, at: 0 }
let wakeUp = (): void => {}

const now = (): number => performance.timeOrigin + performance.now()

const open = async ({ port, count, heads }: Extract<Order, { is: 'open' }>): Promise<void> => {
  while (listeners.length < count) {
    const batch = Math.min(atOnce, count - listeners.length)
    await Promise.all(
      Array.from({ length: batch }, () =>
        openOne(port, heads[listeners.length % heads.length] ?? ''),
      ),
    )
  }
}

const openOne = (port: number, head: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const connection = connect({
      host: '127.0.0.1',
      port,
      onread: {
        buffer: chunks,
        callback: (size) => {
          const chunk = chunks.subarray(0, size)
          if (listener.isOpen) read(listener, chunk)
          else readHandshake(listener, chunk, { resolve, reject })
          return true
        },
      },
    })
    const listener: Listener = { connection, isOpen: false, begun: null }
    listeners.push(listener)
    connection.setNoDelay()
    connection.once('error', reject)
    connection.once('close', () => reject(new Error('a socket was closed')))
    connection.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${head}\r\n`,
    )
  })

const readHandshake = (
  listener: Listener,
  chunk: Buffer,
  { resolve, reject }: { resolve: () => void; reject: (error: Error) => void },
): void => {
  const response = listener.begun === null ? chunk : Buffer.concat([listener.begun, chunk])
  const end = response.indexOf('\r\n\r\n')
  if (end < 0) {
    listener.begun = Buffer.from(response)
    return
  }
  const head = response.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 101')) {
    reject(new Error(`a socket was refused: ${head.split('\r\n')[0]}`))
    return
  }
  listener.isOpen = true
  listener.begun = null
  if (response.length > end + 4) read(listener, response.subarray(end + 4))
  resolve()
}

/** Frames as a server sends them (RFC 6455, 5.2): unmasked, and short. */
const read = (listener: Listener, chunk: Buffer): void => {
  const bytes = listener.begun === null ? chunk : Buffer.concat([listener.begun, chunk])
  listener.begun = null
  const at = now()
  let start = 0
  while (start < bytes.length) {
    const short = (bytes[start + 1] ?? 0) & 0x7f
    const isLong = short === 126
    const from = start + (isLong ? 4 : 2)
    const length = isLong ? (bytes[start + 2] ?? 0) * 256 + (bytes[start + 3] ?? 0) : short
    if (from > bytes.length || from + length > bytes.length) {
      listener.begun = Buffer.from(bytes.subarray(start))
      return
    }
    const kind = (bytes[start] ?? 0) & 0x0f
    if (kind === text) note(bytes.toString('latin1', from, from + length), at)
    else if (kind === ping) listener.connection.write(pong)
    else if (kind === close) listener.connection.end()
    start = from + length
  }
}

const note = (message: string, at: number): void => {
  const entry = receivedByText.get(message)
  if (entry === undefined) receivedByText.set(message, { message, count: 1, lastAt: at })
  else {
    entry.count += 1
    entry.lastAt = at
  }
  uncollected.frames += 1
  uncollected.at = at
  wakeUp()
}

const hear = async (messages: number): Promise<number> => {
  const frames = messages * listeners.length
  await new Promise<void>((resolve) => {
    wakeUp = () => {
      if (uncollected.frames >= frames) resolve()
    }
    wakeUp()
  })
  wakeUp = () => {}
  const { at } = uncollected
  uncollected.frames -= frames
  return at
}

const obey = async (order: Order): Promise<unknown> => {
  if (order.is === 'open') return open(order)
  if (order.is === 'hear') return hear(order.messages)
  const received = [...receivedByText.values()]
  receivedByText = new Map()
  uncollected.frames = 0
  return received
}

process.on('message', (message) => {
  obey(message as Order).then(
    (result) => process.send?.({ result: result ?? null }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.once('disconnect', () => process.exit(0))
