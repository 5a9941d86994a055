import { pages } from '@answerable/contracts/pages'
import { Link, useNavigate } from 'react-router-dom'
import { howItWorksSections } from '../features/how-it-works/sections.tsx'
import { resetTour } from '../features/tour/tour-flags.ts'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { ListedSections } from '../ui/article.tsx'

export const HowItWorksPage = () => {
  const navigate = useNavigate()
  const showTour = () => {
    resetTour()
    void navigate(pages.home)
  }
  return (
    <>
      <PageTitle
        title={titled('How it works')}
        description="How boycotts are submitted, voted on, ranked and reviewed, with the ranking formula and an example."
      >
        How it works
      </PageTitle>
      <p className="lead">
        Anyone can read everything without an account. To submit, vote, comment or flag, sign in
        with your email address. There is no password.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to={pages.submit} className="button-primary">
          Submit a boycott
        </Link>
        <Link to={pages.home} className="button-secondary">
          Browse boycotts
        </Link>
        <button type="button" className="button-secondary" onClick={showTour}>
          Show the tour again
        </button>
      </div>
      <ListedSections sections={howItWorksSections} />
    </>
  )
}
