import { createServer } from 'node:net'

// A mail server that prints each mail as one line of JSON. It runs in the site's image, which has no packages of tests.

createServer((socket) => {
  let unread = ''
  let recipient = ''
  let mail: string[] | null = null
  const reply = (line: string): boolean => socket.write(`${line}\r\n`)
  const read = (line: string): void => {
    if (mail !== null) {
      if (line !== '.') {
        mail.push(line)
        return
      }
      console.log(JSON.stringify({ recipient, raw: mail.join('\r\n') }))
      mail = null
      reply('250 stored')
    } else if (/^DATA/i.test(line)) {
      mail = []
      reply('354 continue')
    } else {
      recipient = /^RCPT TO:<(.+)>/i.exec(line)?.[1] ?? recipient
      reply(/^QUIT/i.test(line) ? '221 closing' : '250 accepted')
    }
  }
  socket.setEncoding('utf8').on('error', () => {})
  socket.on('data', (chunk: string) => {
    const lines = (unread + chunk).split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) read(line)
  })
  reply('220 mail')
}).listen(2525)

process.on('SIGTERM', () => process.exit(0))
