import type { ReactNode } from 'react'
import { LinkedText, OutsideLink } from '../linked-text.tsx'
import { isText, type MarkdownElement, type MarkdownNode, type MarkdownTree } from './tree.ts'

type Source = {
  text: string
  /** Code and links contain no links. */
  isLinked: boolean
}

export const MarkdownBlocks = ({ text, tree }: { text: string; tree: MarkdownTree }) =>
  rendered(tree, { text, isLinked: true })

const rendered = (nodes: readonly MarkdownNode[], source: Source): ReactNode =>
  nodes.map((node, index) => {
    // The children of a text never change their order.
    const key = `${index}`
    if (!isText(node)) return <Element key={key} node={node} source={source} />
    const text = source.text.slice(...node)
    return source.isLinked ? <LinkedText key={key} text={text} /> : text
  })

/** The only place that makes elements of what members write. */
const Element = ({ node, source }: { node: MarkdownElement; source: Source }) => {
  const [tag, children, value = ''] = node
  switch (tag) {
    case 'a':
      return (
        <OutsideLink href={value}>{rendered(children, { ...source, isLinked: false })}</OutsideLink>
      )
    case 'code':
      return <code>{rendered(children, { ...source, isLinked: false })}</code>
    case 'ol':
      return <ol start={Number(value)}>{rendered(children, source)}</ol>
    case 'p':
    case 'ul':
    case 'li':
    case 'blockquote':
    case 'strong':
    case 'em': {
      const Tag = tag
      return <Tag>{rendered(children, source)}</Tag>
    }
    default:
      return tag satisfies never
  }
}
