import { escapeHtml } from '@answerable/service-kit/http/escape-html'

/** A mail, ready to go. */
export type Mail = {
  to: string
  subject: string
  link: string | null
  code: string | null
  text: string
  html: string
  /** The same at every attempt, so that mailboxes recognise a repetition; null: a new one each time. */
  messageId: string | null
  headers: Readonly<Record<string, string>>
}

export type Paragraph =
  | string
  | { link: string; label: string }
  | { code: string }
  /** An entry of a list: the whole sentence is the link. */
  | { item: string; link: string }

type Content = Pick<Mail, 'to' | 'subject' | 'link' | 'code'> &
  Partial<Pick<Mail, 'messageId' | 'headers'>> & { paragraphs: readonly Paragraph[] }

/** The mail as text and as HTML; escapes all values. */
export const mailOf = ({ paragraphs, ...mail }: Content): Mail => ({
  messageId: null,
  headers: {},
  ...mail,
  text: `${paragraphs.map(textOf).join('\n\n')}\n`,
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(mail.subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
${paragraphs.map(htmlOf).join('\n')}
</body>
</html>
`,
})

const textOf = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return paragraph
  if ('code' in paragraph) return paragraph.code
  return 'item' in paragraph ? `* ${paragraph.item}\n  ${paragraph.link}` : paragraph.link
}

const htmlOf = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  if ('code' in paragraph) {
    return `<p style="font-size: 1.5em"><strong>${escapeHtml(paragraph.code)}</strong></p>`
  }
  const label = 'item' in paragraph ? paragraph.item : paragraph.label
  return `<p><a href="${escapeHtml(paragraph.link)}">${escapeHtml(label)}</a></p>`
}
