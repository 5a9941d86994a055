import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpDelivery } from '../../services/auth/src/mail/smtp.ts'
import { selfSigned } from '../tools/self-signed.ts'

const server = createServer(selfSigned('mail.example'))
const spoken: string[] = []

beforeAll(async () => {
  server.on('secureConnection', (socket) => socket.on('data', (data) => spoken.push(String(data))))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
})

const mail = {
  to: 'a@example.org',
  subject: 's',
  link: null,
  code: '123456',
  text: 't',
  html: 'h',
  messageId: null,
  headers: {},
}

test('sends nothing to a mail server with an untrusted certificate', async () => {
  const { port } = server.address() as AddressInfo
  const { deliver, deliverBulk } = smtpDelivery({
    url: `smtps://127.0.0.1:${port}`,
    from: 'site@example.org',
    requireTls: true,
  })
  for (const send of [deliver, deliverBulk]) {
    await expect(send(mail, AbortSignal.timeout(10_000))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('self-signed certificate') },
    })
  }
  expect(spoken).toEqual([])
})
