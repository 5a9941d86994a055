import { createContext, type ReactNode, use, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { description as siteDescription } from './product.ts'

type PageTitleProps = {
  title: string
  /** Description for search engines and shared links; the site's own by default. */
  description?: string
  /** Path and query of the page for search engines and shared links; the path by default. */
  address?: string
  children: ReactNode
}

export type DocumentHead = { title: string; description: string; address: string }

/** Receives the head of a page during prerendering, where effects do not run. */
export const DocumentHeadContext = createContext<((head: DocumentHead) => void) | undefined>(
  undefined,
)

/** Heading of a page and title of its document. Navigation moves the focus here. */
export const PageTitle = ({
  title,
  description = siteDescription,
  address: given,
  children,
}: PageTitleProps) => {
  const { pathname } = useLocation()
  const address = given ?? pathname
  use(DocumentHeadContext)?.({ title, description, address })
  useEffect(() => {
    document.title = title
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  }, [title, description])
  useEffect(() => setAddress(`${location.origin}${address}`), [address])
  return (
    <h1 tabIndex={-1} className="page-title">
      {children}
    </h1>
  )
}

/** Browsers share this address. The other elements of a prerendered head describe the page that was opened first. */
const setAddress = (url: string): void => {
  if (document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href === url) return
  for (const element of document.querySelectorAll('[data-page]')) element.remove()
  const link = document.createElement('link')
  link.rel = 'canonical'
  link.href = url
  link.dataset.page = ''
  document.head.append(link)
}

export const titled = (page: string): string => `${page} · Answerable`
