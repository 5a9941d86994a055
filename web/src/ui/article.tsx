import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router-dom'

export type ArticleSection = { id: string; title: string; body: ReactNode }

/** Sections of a text page. */
export const Sections = ({ sections }: { sections: readonly ArticleSection[] }) => {
  useSectionInAddress()
  return (
    <div className="prose">
      {sections.map(({ id, title, body }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1} className="section-title">
            {title}
          </h2>
          {body}
        </section>
      ))}
    </div>
  )
}

/** Sections with a table of contents next to or above them. */
export const ListedSections = ({ sections }: { sections: readonly ArticleSection[] }) => (
  <div className="listed-sections">
    <nav className="on-this-page" aria-labelledby="contents">
      <h2 id="contents" className="text-sm font-semibold">
        On this page
      </h2>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`} className="quiet-link">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    <Sections sections={sections} />
  </div>
)

/** Scrolls to the section in the address, unless the reader returns to a position on the page. */
export const useSectionInAddress = (): void => {
  const { hash, key } = useLocation()
  const isReturn = useNavigationType() === 'POP' && key !== 'default'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same section works again
  useEffect(() => {
    const section = hash === '' || isReturn ? null : document.getElementById(hash.slice(1))
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [hash, isReturn, key])
}
