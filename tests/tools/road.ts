import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Duplex, PassThrough } from 'node:stream'
import { freePort } from '@answerable/site/free-port'

/** A proxy to a server that a test can cut and restore, so that only its clients see an outage. */
export type Road = {
  /** The server's URL through the proxy. */
  url: string
  /** Closes connections and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  isCut: () => boolean
}

/** What the server sends passes through a stream of its own for each connection, such as one that delays it. */
export const openRoad = async (
  target: string,
  openWayBack: () => Duplex = () => new PassThrough(),
): Promise<Road> => {
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
    }
    near.pipe(far)
    far.pipe(openWayBack()).pipe(near)
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
    isCut: () => !server.listening,
  }
}
