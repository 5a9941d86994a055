import { escapeHtml } from '@answerable/service-kit/http/escape-html'
import type { StoredMail } from './mailbox.ts'

const refreshSeconds = 5

/** Plain elements only: the site's content security policy allows no inline style or script. */
export const mailboxPage = (mails: readonly StoredMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>Mailbox</title>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>Emails sent by this development site, newest first. This page refreshes every ${refreshSeconds} seconds.</p>
${mails.length === 0 ? '<p>No emails yet.</p>' : mails.map(article).join('\n')}
</main>
</body>
</html>
`

const article = (mail: StoredMail): string => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${mail.sentAt.toISOString()}">${mail.sentAt.toUTCString()}</time></p>
${mail.code === null ? '' : `<p>Code: <strong><code>${escapeHtml(mail.code)}</code></strong></p>`}
${mail.link === null ? '' : `<p>Link: <a href="${escapeHtml(mail.link)}">${escapeHtml(mail.subject)}</a></p>`}
<details><summary>Full text</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`
