import { WebSocket } from 'ws'

// Holds many sockets in a process of its own: see sockets.ts.

type Order =
  | { is: 'open'; url: string; count: number; addresses: readonly string[] }
  | { is: 'wait' }

const atOnce = 50
const sockets: WebSocket[] = []

const open = async ({ url, count, addresses }: Extract<Order, { is: 'open' }>): Promise<void> => {
  while (sockets.length < count) {
    const batch = Math.min(atOnce, count - sockets.length)
    await Promise.all(
      Array.from({ length: batch }, async () => {
        const address = addresses[sockets.length % addresses.length] ?? ''
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
          headers: { 'x-forwarded-for': address },
          perMessageDeflate: false,
        })
        sockets.push(socket)
        await new Promise((resolve, reject) => {
          socket.once('open', resolve)
          socket.once('error', reject)
        })
      }),
    )
  }
}

/** When the next message has reached the last socket; by the clock of all processes. */
const lastArrival = async (): Promise<number> => {
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve))),
  )
  return Date.now()
}

process.on('message', (message) => {
  const order = message as Order
  const work = order.is === 'open' ? open(order) : lastArrival()
  work.then(
    (arrivedAt) => process.send?.({ arrivedAt: arrivedAt ?? 0 }),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('disconnect', () => process.exit(0))
