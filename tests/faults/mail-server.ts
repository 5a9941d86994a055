import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { smtpError, startMailServer } from '../../services/auth/src/testing/mail-server.ts'

/**
 * A mail server as a program of its own. It appends each mail to a file, as one line of JSON, before it accepts it,
 * and defers each twentieth recipient.
 */
const [port, file] = process.argv.slice(2)
if (port === undefined || file === undefined) throw new Error('usage: mail-server.ts PORT FILE')
const output = openSync(file, 'a')
process.on('exit', () => closeSync(output))
let recipients = 0

await startMailServer({
  port: Number(port),
  onRcptTo: (_address, _session, done) => {
    recipients += 1
    done(recipients % 20 === 0 ? smtpError('4.2.0 later', 450) : undefined)
  },
  onMail: ({ messageId, text = '' }) => {
    const links = text.matchAll(/#comment-([0-9a-f-]{36})/g)
    const comments = [...new Set(Array.from(links, ([, id]) => id))]
    writeSync(output, `${JSON.stringify({ messageId, comments })}\n`)
    fsyncSync(output)
  },
})
