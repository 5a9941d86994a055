import { Autolink, parser } from '@lezer/markdown'
import { safeUrl } from '../address-parts.ts'
import { isText, type MarkdownNode, type MarkdownTag, type MarkdownTree } from './tree.ts'

const bracketed = /^<https?:\/\/[^\s<>]+>/i

/** Without HTML, images, headings, rules, code blocks, entities and reference links. */
const subset = parser.configure([
  {
    parseInline: [
      {
        name: 'BracketedAddress',
        before: 'Escape',
        parse: (context, next, at) => {
          const length =
            next === 60 ? bracketed.exec(context.slice(at, context.end))?.[0].length : undefined
          return length === undefined
            ? -1
            : context.addElement(context.elt('Autolink', at, at + length))
        },
      },
    ],
  },
  // So that underscores and asterisks in addresses are no emphasis.
  Autolink,
  {
    remove: [
      'HTMLBlock',
      // With it, addresses in angle brackets.
      'HTMLTag',
      'Entity',
      'Image',
      'LinkReference',
      'SetextHeading',
      'ATXHeading',
      'HorizontalRule',
      'IndentedCode',
      'FencedCode',
    ],
  },
])

type SyntaxNode = ReturnType<typeof subset.parse>['topNode']

/** Deeper lists, quotes and emphasis are shown as typed. */
const maxDepth = 8

export const parseMarkdown = (text: string): MarkdownTree =>
  blocksOf(subset.parse(text).topNode, { text, depth: 0 })

type Context = {
  text: string
  depth: number
  /** Links cannot contain links. */
  isInLink?: boolean
}

const containers: Readonly<Record<string, MarkdownTag>> = {
  Blockquote: 'blockquote',
  BulletList: 'ul',
  OrderedList: 'ol',
  ListItem: 'li',
}

const blocksOf = (parent: SyntaxNode, context: Context): MarkdownNode[] => {
  const blocks: MarkdownNode[] = []
  let end: number | undefined
  for (const node of childrenOf(parent)) {
    if (marks.has(node.name)) continue
    const last = blocks.at(-1)
    const children = inlineOf(node, context)
    // A line that could begin a removed kind of block ends a paragraph for the parser, but not for the reader.
    if (
      node.name === 'Paragraph' &&
      last?.[0] === 'p' &&
      isNextLine(context.text, end, node.from)
    ) {
      blocks[blocks.length - 1] = ['p', [...last[1], [node.from - 1, node.from], ...children]]
    } else blocks.push(blockOf(node, context, children))
    end = node.name === 'Paragraph' ? node.to : undefined
  }
  return blocks
}

const isNextLine = (text: string, end: number | undefined, next: number): boolean =>
  end !== undefined && text.slice(end, next).split('\n').length === 2

const blockOf = (node: SyntaxNode, context: Context, children: MarkdownNode[]): MarkdownNode => {
  const tag = containers[node.name]
  if (tag === undefined) return ['p', children]
  if (context.depth >= maxDepth) return ['p', [[node.from, node.to]]]
  const inside = blocksOf(node, { ...context, depth: context.depth + 1 })
  if (tag !== 'ol') return [tag, inside]
  return [tag, inside, /\d+/.exec(context.text.slice(node.from, node.from + 9))?.[0] ?? '1']
}

/** Marks that are not shown. */
const marks = new Set(['QuoteMark', 'ListMark', 'EmphasisMark', 'CodeMark'])

const inlineOf = (parent: SyntaxNode, context: Context): MarkdownNode[] => {
  const nodes: MarkdownNode[] = []
  let end = parent.from
  for (const node of childrenOf(parent)) {
    addText(nodes, end, node.from)
    addInline(nodes, node, context)
    end = node.to
  }
  addText(nodes, end, parent.to)
  return nodes
}

const addInline = (nodes: MarkdownNode[], node: SyntaxNode, context: Context): void => {
  const { from, to, name } = node
  const deeper = { ...context, depth: context.depth + 1 }
  if (marks.has(name)) return
  if (name === 'Escape' || name === 'HardBreak')
    addText(nodes, name === 'Escape' ? from + 1 : to - 1, to)
  else if (context.depth >= maxDepth) addText(nodes, from, to)
  else if (name === 'Emphasis') nodes.push(['em', inlineOf(node, deeper)])
  else if (name === 'StrongEmphasis') nodes.push(['strong', inlineOf(node, deeper)])
  else if (name === 'InlineCode') nodes.push(['code', codeOf(node, context.text)])
  else if (name === 'Autolink') addText(nodes, from + 1, to - 1)
  else if (name === 'Link') addLink(nodes, node, deeper)
  else addText(nodes, from, to)
}

/** Joins adjacent parts, because an address may consist of several. */
const addText = (nodes: MarkdownNode[], from: number, to: number): void => {
  if (from >= to) return
  const last = nodes.at(-1)
  if (last !== undefined && isText(last) && last[1] === from)
    nodes[nodes.length - 1] = [last[0], to]
  else nodes.push([from, to])
}

/** One space on each side separates the code from its marks. */
const codeOf = (node: SyntaxNode, text: string): MarkdownNode[] => {
  const children = childrenOf(node)
  const from = children[0]?.to ?? node.from
  const to = children.at(-1)?.from ?? node.to
  const isPadded = /^\s.*\S.*\s$/s.test(text.slice(from, to))
  const nodes: MarkdownNode[] = []
  let end = isPadded ? from + 1 : from
  for (const child of children.slice(1, -1)) {
    addText(nodes, end, child.from)
    end = child.to
  }
  addText(nodes, end, isPadded ? to - 1 : to)
  return nodes
}

const addLink = (nodes: MarkdownNode[], node: SyntaxNode, context: Context): void => {
  const children = childrenOf(node)
  const target = children.find(({ name }) => name === 'URL')
  const close = children.findIndex(
    ({ name, from }) => name === 'LinkMark' && context.text[from] === ']',
  )
  const open = children[0]
  const end = children[close]
  const isInline = target !== undefined && close !== -1 && children.indexOf(target) > close
  const url = isInline && !context.isInLink ? safeUrl(addressOf(target, context.text)) : null
  if (url === null || open === undefined || end === undefined) {
    // As typed, with the emphasis inside.
    nodes.push(...inlineOf(node, context))
    return
  }
  const inside: MarkdownNode[] = []
  let at = open.to
  for (const child of children.slice(1, close)) {
    addText(inside, at, child.from)
    addInline(inside, child, { ...context, isInLink: true })
    at = child.to
  }
  addText(inside, at, end.from)
  if (inside.length > 0 && !namesOtherHost(textOf(inside, context.text), url))
    nodes.push(['a', inside, url.href])
  else addText(nodes, node.from, node.to)
}

const addressLike = /(?:https?:\/\/|www\.)[^\s<>"']+/gi

/** Whether the text of a link is or contains an address that the link does not lead to. */
const namesOtherHost = (label: string, { host }: URL): boolean =>
  [...label.matchAll(addressLike)].some(([address]) => {
    const named = safeUrl(/^www\./i.test(address) ? `https://${address}` : address)
    return named === null || withoutWww(named.host) !== withoutWww(host)
  })

const withoutWww = (host: string): string => host.replace(/^www\./, '')

const textOf = (nodes: readonly MarkdownNode[], text: string): string =>
  nodes.map((node) => (isText(node) ? text.slice(...node) : textOf(node[1], text))).join('')

const addressOf = ({ from, to }: SyntaxNode, text: string): string =>
  text
    .slice(from, to)
    .replace(/^<(.*)>$/s, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')

const childrenOf = (parent: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = []
  for (let child = parent.firstChild; child !== null; child = child.nextSibling)
    children.push(child)
  return children
}
