import { useDeferredValue } from 'react'
import { Markdown } from './markdown.tsx'
import { plainTree } from './tree.ts'

/** What readers will see, below a box whose text has marks. */
export const MarkdownPreview = ({ text }: { text: string }) => {
  const shown = useDeferredValue(text)
  if (plainTree(shown) !== undefined) return null
  return (
    <section className="preview" aria-label="Preview" data-typed>
      <p className="text-sm text-soft">Readers will see:</p>
      <Markdown text={shown} />
    </section>
  )
}
