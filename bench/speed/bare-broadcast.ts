import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'

// The baseline for realtime: a broadcast with ws as in its documentation, in its own process; see live.ts.

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })

process.on('message', (text) => {
  const message = Buffer.from(String(text))
  for (const client of sockets.clients) {
    if (client.readyState === WebSocket.OPEN) client.send(message, { binary: false })
  }
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
