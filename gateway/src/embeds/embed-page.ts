import { createHash } from 'node:crypto'
import { boycottPath } from '@answerable/contracts/pages'
import { type Submission, statuses } from '@answerable/contracts/submissions'
import { cutText } from '@answerable/contracts/text'
import { withoutMarks } from '@answerable/contracts/without-marks'
import { escapeHtml } from '@answerable/service-kit/http/escape-html'

const style = `
:root { color-scheme: light dark; --ink: #1f1d1a; --soft: #5c5850; --paper: #fbf9f4; --line: #d9d4c8 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #edeae3; --soft: #b3ada1; --paper: #161513; --line: #3a3733 }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif }
main { height: 100vh; min-height: 10rem; padding: 1rem; border: 1px solid var(--line);
  display: flex; flex-direction: column; gap: .5rem; overflow: hidden; overflow-wrap: anywhere }
h1, .text { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden; flex: none }
h1 { font-size: 1.25rem; line-height: 1.25; -webkit-line-clamp: 2 }
.text { -webkit-line-clamp: 3; flex: 0 1 auto }
.facts, footer { color: var(--soft); font-size: .875rem }
footer { margin-top: auto }
a { color: inherit }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but this style. Only here may other sites frame a page. */
export const embedPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

const textLength = 400
const numbers = new Intl.NumberFormat('en')

/** A boycott in a small frame, without scripts and without anything about the viewer. */
export const embedPage = (submission: Submission, origin: string): string => {
  const { id, targetName, reasons, status, score, participantCount, location } = submission
  const url = `${origin}${boycottPath(id)}`
  const facts = [
    ...(status === 'proposed' ? [] : [statuses[status]]),
    location,
    `Score ${numbers.format(score)}`,
    ...(participantCount === 0 ? [] : [peopleTakingPart(participantCount)]),
  ]
  const [name, text] = [targetName, cutText(withoutMarks(reasons), textLength)].map(escapeHtml)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} · Answerable</title>
<link rel="canonical" href="${url}">
<style>${style}</style>
</head>
<body>
<main>
<h1><a href="${url}" target="_blank" rel="noopener" dir="auto">${name}</a></h1>
<p class="facts" dir="auto">${facts.map((fact) => `<bdi>${escapeHtml(fact)}</bdi>`).join(' · ')}</p>
<p class="text" dir="auto">${text}</p>
<footer><a href="${url}" target="_blank" rel="noopener">Vote and comment on Answerable</a></footer>
</main>
</body>
</html>
`
}

const peopleTakingPart = (count: number): string =>
  count === 1 ? '1 person takes part' : `${numbers.format(count)} people take part`
