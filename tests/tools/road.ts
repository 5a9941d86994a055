import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that a test may cut and mend, so that the server is away for its users alone. */
export type Road = {
  /** The server's address by this way. */
  url: string
  /** Ends what is under way and refuses what comes. */
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
  await listen(0)
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
