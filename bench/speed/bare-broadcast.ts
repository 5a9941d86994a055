import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'

// What realtime is measured beside: ws as its handbook shows it, in a process of its own; see live.ts.

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
