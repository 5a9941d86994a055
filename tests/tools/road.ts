import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { freePort } from '@answerable/site/free-port'

/** A proxy to a server that a test can cut and restore, so that only its clients see an outage. */
export type Road = {
  /** The server's URL through the proxy. */
  url: string
  /** Closes connections and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
}

export const openRoad = async (target: string): Promise<Road> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const listen = (onPort: number) =>
    new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve))
  await listen(await freePort())
  const ownPort = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${ownPort}`,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    mend: () => listen(ownPort),
  }
}
