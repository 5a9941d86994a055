import { scrubText } from './scrub.ts'

export type Frame = {
  /** Function, as far as every engine would name it; '' when it has no name. */
  readonly name: string
  /** File without host, folders and query; 'extension' for any file of one. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Runs after an `await` or a timer. Engines report later frames differently. */
  readonly isLater: boolean
}

const maxFrames = 30

/** The frames of a Chromium, Firefox or WebKit stack that are code of a page. */
export const framesOf = (stack: string): Frame[] =>
  stack
    .split('\n', maxFrames * 2)
    .map(frameOf)
    .filter((frame) => frame !== null)
    .slice(0, maxFrames)

const frameOf = (text: string): Frame | null => {
  const { caller, place } = splitLine(text.trim())
  const [, address, line, column] = /^(\S{1,500}):(\d{1,7}):(\d{1,7})$/.exec(place) ?? []
  const file = address === undefined ? null : fileOf(address)
  if (file === null) return null
  return {
    name: nameOf(caller),
    file,
    line: Number(line),
    column: Number(column),
    isLater: /^async |\*/.test(caller),
  }
}

/** `at name (place)` and `at place` in Chromium, `name@place` in the others. */
const splitLine = (text: string): { caller: string; place: string } => {
  if (text.startsWith('at ')) {
    const open = text.lastIndexOf('(')
    if (open > 0 && text.endsWith(')')) {
      return { caller: text.slice(3, open).trim(), place: text.slice(open + 1, -1) }
    }
    const space = text.lastIndexOf(' ')
    return { caller: text.slice(3, space + 1), place: text.slice(space + 1) }
  }
  const separator = text.indexOf('@')
  if (separator < 0) return { caller: '', place: '' }
  return { caller: text.slice(0, separator), place: text.slice(separator + 1) }
}

/** Extracts foo from `async foo`, `Object.foo [as bar]`, `new foo`, `async*foo` and `a/b.foo`. */
const nameOf = (caller: string): string => {
  const plain =
    caller
      .replace(/ \[as [^\]]*\]$/, '')
      .split('*')
      .at(-1) ?? ''
  const last = plain.split(/[/. ]/).at(-1) ?? ''
  const isName = /^[A-Za-z_$][\w$]{0,59}$/.test(last)
  return isName ? scrubText(last) : ''
}

const fileOf = (address: string): string | null => {
  if (/^[a-z-]+-extension:\/\//.test(address)) return 'extension'
  // The page may have left out its own origin already.
  if (!/^(?:https?:\/)?\//.test(address)) return null
  const path = address.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '')
  const file = path.split('/').at(-1) ?? ''
  return /^[\w.-]{1,80}\.(?:js|mjs|ts|tsx|jsx)$/.test(file) ? scrubFile(file) : 'page'
}

/** A chunk of the build includes its hash, which a scrubber could mistake for a token. */
const scrubFile = (file: string): string => scrubText(`/assets/${file}`).replace(/^\/assets\//, '')

/** The hash that the build puts into a chunk's name; it has a digit or a capital. */
const chunkHash = /-(?=[\w-]*[A-Z0-9])([\w-]{8})(?=\.(?:js|mjs|css)$)/

/** Name of a chunk whatever build it is of. */
export const chunkNameOf = (file: string): string => file.replace(chunkHash, '')

const hashedChunk = /\/assets\/([\w.-]{1,60}-(?=[\w-]*[A-Z0-9])[\w-]{8})\.(?:js|css)/g

/** Build of the web, named by its entry chunk where that is in sight, else by another. */
export const releaseOf = (text: string): string | null => {
  const chunks = [...text.matchAll(hashedChunk)].map(([, chunk]) => chunk ?? '')
  return chunks.find((chunk) => chunk.startsWith('index-')) ?? chunks[0] ?? null
}

export const formatFrames = (frames: readonly Frame[]): string =>
  frames
    .map(({ name, file, line, column }) => `${name || '(unnamed)'} ${file}:${line}:${column}`)
    .join('\n')
