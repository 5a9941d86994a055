import { lazy, memo, Suspense, use } from 'react'
import { MarkdownBlocks } from './elements.tsx'
import { MarkdownTreesContext } from './markdown-trees.ts'
import { paragraphsOf, plainTree } from './tree.ts'

const UnparsedMarkdown = ({ text }: { text: string }) => (
  <MarkdownBlocks text={text} tree={paragraphsOf(text)} />
)

/** Without a connection the text stays as typed. */
const ParsedMarkdown = lazy(() =>
  import('./parsed-markdown.tsx').then(
    ({ ParsedMarkdown }) => ({ default: ParsedMarkdown }),
    () => ({ default: UnparsedMarkdown }),
  ),
)

/** A text of a member: paragraphs, links, bold, italic, lists, quotes and code. */
export const Markdown = memo(({ text }: { text: string }) => {
  const { find } = use(MarkdownTreesContext)
  const tree = plainTree(text) ?? find(text)
  return (
    <div className="markdown">
      {tree === undefined ? (
        <Suspense fallback={<UnparsedMarkdown text={text} />}>
          <ParsedMarkdown text={text} />
        </Suspense>
      ) : (
        <MarkdownBlocks text={text} tree={tree} />
      )}
    </div>
  )
})
