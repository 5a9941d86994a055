import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from './frame.ts'

const server = createServer()
let connection: Duplex
let reader: WebSocket

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, socket, head) => {
    connection = socket
    sockets.handleUpgrade(request, socket, head, () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await new Promise((resolve) => reader.once('open', resolve))
})
afterAll(() => {
  reader.terminate()
  server.close()
})

/** Decodes bytes as a websocket client does. */
const readBack = (bytes: Buffer, count: number): Promise<string[]> =>
  new Promise((resolve) => {
    const texts: string[] = []
    const collect = (data: WebSocket.RawData) => {
      texts.push(String(data))
      if (texts.length < count) return
      reader.off('message', collect)
      resolve(texts)
    }
    reader.on('message', collect)
    connection.write(bytes)
  })

test('frames that are written together are read as the messages that they carry', async () => {
  const someTexts = fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(someTexts, async (texts) => {
      expect(await readBack(Buffer.concat(texts.map(textFrame)), texts.length)).toEqual(texts)
    }),
  )
})

test('lengths on both sides of each form of the header', async () => {
  for (const length of [0, 1, 125, 126, 127, 65_535]) {
    const text = 'x'.repeat(length)
    expect(await readBack(textFrame(text), 1)).toEqual([text])
  }
  expect(() => textFrame('x'.repeat(65_536))).toThrow(RangeError)
})
