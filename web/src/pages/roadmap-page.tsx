import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { PageTitle, titled } from '../frame/page-title.tsx'

export const RoadmapPage = () => (
  <div className="page-narrow">
    <PageTitle
      title={titled('Roadmap')}
      description="What is planned for Answerable, from Q1 to Q4 2026."
    >
      Roadmap
    </PageTitle>
    <p className="lead">
      What is planned, from Q1 to Q4 2026. Plans can change; this page says so.
    </p>
    <ol className="timeline">
      {quarters.map(({ quarter, features }) => (
        <li key={quarter}>
          <h2 className="timeline-date">{quarter}</h2>
          <div className="prose">
            {features.map(({ name, promise }) => (
              <section key={name}>
                <h3>{name}</h3>
                <p>{promise}</p>
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

const quarters = [
  {
    quarter: 'Q1 2026',
    features: [
      {
        name: 'Business directory',
        promise:
          'A page for each business that collects every submission about it, under one name however it is written.',
      },
    ],
  },
  {
    quarter: 'Q2 2026',
    features: [
      {
        name: 'Enhanced search',
        promise:
          'Find submissions by words, category and date, and see before you submit what exists.',
      },
      {
        name: 'Location integration',
        promise:
          'Places that can be chosen instead of typed, and a list of what concerns your region.',
      },
    ],
  },
  {
    quarter: 'Q3 2026',
    features: [
      {
        name: 'Community features',
        promise:
          'Replies to comments, submissions you follow, and a page for what you have written.',
      },
    ],
  },
  {
    quarter: 'Q4 2026',
    features: [
      {
        name: 'Impact measurement',
        promise: 'What came of it: how a business responded, what it changed, and how we know.',
      },
    ],
  },
]
