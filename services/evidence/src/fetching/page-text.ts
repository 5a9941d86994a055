import { createHash } from 'node:crypto'
import { linkLimits } from '@answerable/contracts/links'
import { cleanLine, cutText } from '@answerable/contracts/text'
import { Parser } from 'htmlparser2'

export type PageText = {
  /** Plain text; null if there is none. */
  title: string | null
  /** SHA-256 of the letters of the text, in base64url. */
  hash: string
}

/** Takes the pieces of a body; `end` returns its title and the hash of its text. */
export type PageReader = { write: (piece: Buffer) => void; end: () => PageText }

/** A reader for the media type in `Content-Type`. Other media types than HTML have no title. */
export const pageReader = (contentType: string | null): PageReader =>
  contentType === null || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)
    ? htmlReader(/charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1] ?? null)
    : bytesReader()

const bytesReader = (): PageReader => {
  const hash = createHash('sha256')
  return {
    write: (piece) => hash.update(piece),
    end: () => ({ title: null, hash: hash.digest('base64url') }),
  }
}

type Decoder = InstanceType<typeof TextDecoder>

/** A declaration of the character set must be in these first bytes (HTML standard). */
const declarationBytes = 1_024

const htmlReader = (declared: string | null): PageReader => {
  const text = textReader()
  let head = Buffer.alloc(0)
  let decoder: Decoder | null = null
  const begin = (): Decoder => {
    decoder = decoderOf(byteOrderMark(head) ?? declared ?? declaredIn(head))
    text.write(decoder.decode(head, { stream: true }))
    return decoder
  }
  return {
    write: (piece) => {
      if (decoder !== null) {
        text.write(decoder.decode(piece, { stream: true }))
        return
      }
      head = Buffer.concat([head, piece])
      if (head.length >= declarationBytes) begin()
    },
    end: () => {
      text.write((decoder ?? begin()).decode())
      return text.end()
    },
  }
}

const byteOrderMark = (head: Buffer): string | null => {
  const [first, second] = head
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xef && second === 0xbb && head[2] === 0xbf ? 'utf-8' : null
}

const declaredIn = (head: Buffer): string | null => {
  const start = head.subarray(0, declarationBytes).toString('latin1')
  return /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ?? null
}

const decoderOf = (label: string | null): Decoder => {
  try {
    return new TextDecoder(label ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

/** Elements without text of the page itself. */
const ignored = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'nav',
  'aside',
  'footer',
  'form',
  'button',
  'select',
  'time',
])
/** The parser takes time in proportion to the depth. Text below is ignored, with all that follows. */
const maxDepth = 500
/** Enough for a title of `linkLimits.title` with references and white space. */
const maxRawTitle = 2_000

const textReader = () => {
  const hash = createHash('sha256')
  let title: string | null = null
  let isInTitle = false
  let depth = 0
  let ignoredBelow = 0
  let isTooDeep = false
  const parser = new Parser({
    onopentagname: (name) => {
      depth += 1
      if (depth > maxDepth) isTooDeep = true
      if (ignored.has(name)) ignoredBelow += 1
      if (name === 'title' && title === null && ignoredBelow === 0) {
        isInTitle = true
        title = ''
      }
    },
    ontext: (text) => {
      if (isInTitle) {
        if (title !== null && title.length < maxRawTitle) title += text.slice(0, maxRawTitle)
      } else if (ignoredBelow === 0) {
        // Letters only: numbers of comments, dates and prices change without a change of the text.
        hash.update(text.toUpperCase().replace(/[^\p{L}]+/gu, ''))
      }
    },
    onclosetag: (name) => {
      depth -= 1
      if (ignored.has(name)) ignoredBelow -= 1
      if (name === 'title') isInTitle = false
    },
  })
  return {
    write: (text: string): void => {
      // In short pieces, so that the depth is noticed early.
      for (let at = 0; at < text.length && !isTooDeep; ) {
        const piece = cutText(text.slice(at), pieceLength)
        parser.write(piece)
        at += piece.length
      }
    },
    end: (): PageText => ({ title: cleanTitle(title), hash: hash.digest('base64url') }),
  }
}

const pieceLength = 1_024

const cleanTitle = (raw: string | null): string | null => {
  const title = cutText(
    cleanLine((raw ?? '').toWellFormed().replaceAll('\u0000', '')),
    linkLimits.title,
  ).trim()
  return title === '' ? null : title
}
