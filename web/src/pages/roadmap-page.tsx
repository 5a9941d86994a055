import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { PageTitle, titled } from '../layout/page-title.tsx'

export const RoadmapPage = () => (
  <div className="page-narrow">
    <PageTitle
      title={titled('Roadmap')}
      description="The features planned for Answerable from Q1 to Q4 2026."
    >
      Roadmap
    </PageTitle>
    <p className="lead">
      Planned features from Q1 to Q4 2026. If plans change, we update this page.
    </p>
    <ol className="timeline">
      {quarters.map(({ quarter, features }) => (
        <li key={quarter}>
          <h2 className="timeline-date">{quarter}</h2>
          <div className="prose">
            {features.map(({ name, promise, page }) => (
              <section key={name}>
                <h3>{name}</h3>
                <p>{promise}</p>
                {page !== undefined && (
                  <p>
                    Delivered:{' '}
                    <Link to={page.to} className="link">
                      {page.label}
                    </Link>
                  </p>
                )}
              </section>
            ))}
          </div>
        </li>
      ))}
    </ol>
    <p className="mt-8">
      Something missing?{' '}
      <Link to={`${pages.about}#contact`} className="link">
        Tell us
      </Link>
      .
    </p>
  </div>
)

type Feature = { name: string; promise: string; page?: { to: string; label: string } }

const quarters: readonly { quarter: string; features: readonly Feature[] }[] = [
  {
    quarter: 'Q1 2026',
    features: [
      {
        name: 'Business directory',
        promise:
          'A page for each business that collects every submission about it, whatever the spelling of its name.',
        page: { to: pages.businesses, label: 'Businesses' },
      },
    ],
  },
  {
    quarter: 'Q2 2026',
    features: [
      {
        name: 'Enhanced search',
        promise:
          'Find submissions by words, category and date, and see existing ones before you submit.',
        page: { to: pages.search, label: 'Search' },
      },
      {
        name: 'Location integration',
        promise: 'Choose places instead of typing them, and see submissions for your region.',
        page: { to: pages.places, label: 'Places' },
      },
    ],
  },
  {
    quarter: 'Q3 2026',
    features: [
      {
        name: 'Community features',
        promise:
          'Replies to comments, submissions you follow, and a page with everything you have written.',
        page: { to: pages.notifications, label: 'Notifications' },
      },
    ],
  },
  {
    quarter: 'Q4 2026',
    features: [
      {
        name: 'Impact measurement',
        promise: 'Results: how a business responded, what it changed, and the evidence.',
        page: { to: pages.impact, label: 'Impact' },
      },
    ],
  },
]
