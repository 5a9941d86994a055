import { type ReactNode, useEffect } from 'react'

type PageTitleProps = { title: string; children: ReactNode }

/** Heading of a page and title of its document; the focus moves here when the page is navigated to. */
export const PageTitle = ({ title, children }: PageTitleProps) => {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <h1 tabIndex={-1} className="page-title">
      {children}
    </h1>
  )
}

export const titled = (page: string): string => `${page} · Answerable`
