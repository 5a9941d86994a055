import { join } from 'node:path'
import { createServer } from 'vite'

/** Serves the web from its sources with hot reload; returns a function that stops it. */
export const startDevServer = async (
  port: number,
  gatewayUrl: string,
): Promise<() => Promise<void>> => {
  const toGateway = { target: gatewayUrl, xfwd: false }
  const server = await createServer({
    root: join(import.meta.dirname, '../web'),
    server: {
      port,
      strictPort: true,
      host: '127.0.0.1',
      proxy: { '/api': toGateway, '/dev/mailbox': toGateway, '/ws': { ...toGateway, ws: true } },
    },
  })
  await server.listen()
  return () => server.close()
}
