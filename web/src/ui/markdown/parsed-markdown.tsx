import { MarkdownBlocks } from './elements.tsx'
import { parseMarkdown } from './parse.ts'

/** With the parser, which is loaded when a text needs it. */
export const ParsedMarkdown = ({ text }: { text: string }) => (
  <MarkdownBlocks text={text} tree={parseMarkdown(text)} />
)
