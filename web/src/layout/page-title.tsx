import { createContext, type ReactNode, use, useEffect } from 'react'
import { description as siteDescription } from './product.ts'

type PageTitleProps = {
  title: string
  /** Description for search engines and shared links; the site's own by default. */
  description?: string
  children: ReactNode
}

type DocumentHead = { title: string; description: string }

/** Receives a page's title and description during prerendering, where effects do not run. */
export const DocumentHeadContext = createContext<((head: DocumentHead) => void) | undefined>(
  undefined,
)

/** Heading of a page and title of its document. Navigation moves the focus here. */
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
