import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { Contact } from '../features/site-information/contact.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { description, tagline } from '../layout/product.ts'
import { Sections } from '../ui/article.tsx'

export const AboutPage = () => (
  <div className="page-narrow">
    <PageTitle
      title={titled('About')}
      description="The mission, method, standards and independence of Answerable."
    >
      About Answerable
    </PageTitle>
    <p className="lead">{description}</p>
    <p className="mt-1 text-soft">{tagline}</p>
    <Sections sections={sections} />
  </div>
)

const sections = [
  {
    id: 'mission',
    title: 'Mission',
    body: (
      <>
        <p>
          Answerable is a place to hold businesses to account. Anyone can read the proposed
          boycotts, their reasons and their evidence. Members propose, vote and comment.
        </p>
        <p>
          We want people to base their purchases on facts they can check, and businesses to hear
          publicly why customers leave.
        </p>
      </>
    ),
  },
  {
    id: 'how-it-works',
    title: 'How it works',
    body: (
      <>
        <p>
          A member proposes to boycott a business, product, service, brand, organization or
          platform, and gives reasons and sources. Others vote it up or down. Its score is its
          upvotes minus its downvotes.
        </p>
        <p>
          <Link to={pages.howItWorks} className="link">
            How it works, step by step
          </Link>
        </p>
        <p>
          Its location puts it on the{' '}
          <Link to={pages.places} className="link">
            map of places
          </Link>
          . Countries, regions and cities are from{' '}
          <a className="link" href="https://www.geonames.org/">
            GeoNames
          </a>
          , licensed under{' '}
          <a className="link" href="https://creativecommons.org/licenses/by/4.0/">
            CC BY 4.0
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'standards',
    title: 'Standards',
    body: (
      <ul>
        <li>Submissions appear immediately. They express the views of their authors, not ours.</li>
        <li>Anyone who is signed in can flag one. Flags trigger administrator review.</li>
        <li>A flag never changes a score and never hides anything by itself.</li>
        <li>
          Administrators remove submissions that break the{' '}
          <Link to={pages.guidelines} className="link">
            community guidelines
          </Link>
          . The author can see why and appeal.
        </li>
        <li>You must be 13 or older to use Answerable.</li>
      </ul>
    ),
  },
  {
    id: 'independence',
    title: 'Independence',
    body: (
      <>
        <p>
          Answerable is independent and non-partisan. It takes no side between parties, companies or
          campaigns, and no one can pay to be listed, ranked or removed.
        </p>
        <p>
          It is free and ad-free, and it does not track you. Voluntary contributions cover its
          costs:{' '}
          <Link to={pages.donate} className="link">
            donations are accepted
          </Link>
          .
        </p>
        <p>
          The{' '}
          <Link to={`${pages.howItWorks}#ranking`} className="link">
            ranking formula
          </Link>{' '}
          is public. Submissions that an administrator moved up or down are marked.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>
          Do you have a question or a correction, or have you seen something that should not be
          here?
        </p>
        <Contact />
      </>
    ),
  },
]
