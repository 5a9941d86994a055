import { createContext, type ReactNode, use, useEffect } from 'react'
import { description as siteDescription } from './product.ts'

type PageTitleProps = {
  title: string
  /** What a search engine or a shared link says of the page; the site's own words unless told. */
  description?: string
  children: ReactNode
}

type DocumentHead = { title: string; description: string }

/** Told what a page says of itself where it is drawn in advance, and no effect runs. */
export const DocumentHeadContext = createContext<((head: DocumentHead) => void) | undefined>(
  undefined,
)

/** Heading of a page and title of its document; the focus moves here when the page is navigated to. */
export const PageTitle = ({ title, description = siteDescription, children }: PageTitleProps) => {
  use(DocumentHeadContext)?.({ title, description })
  useEffect(() => {
    document.title = title
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  }, [title, description])
  return (
    <h1 tabIndex={-1} className="page-title">
      {children}
    </h1>
  )
}

export const titled = (page: string): string => `${page} · Answerable`
