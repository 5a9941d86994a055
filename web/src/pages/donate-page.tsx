import { Contact } from '../features/site-information/contact.tsx'
import { DonationAddress } from '../features/site-information/donation-address.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { Sections } from '../ui/article.tsx'

export const DonatePage = () => (
  <div className="page-narrow">
    <PageTitle
      title={titled('Donate')}
      description="Answerable is free and ad-free. Donations pay for servers and email, and buy nothing else."
    >
      Donate
    </PageTitle>
    <p className="lead">Answerable is free and ad-free. Donations pay for servers and email.</p>
    <Sections sections={sections} />
  </div>
)

const sections = [
  { id: 'bitcoin', title: 'Bitcoin', body: <DonationAddress /> },
  {
    id: 'other-ways',
    title: 'Other ways',
    body: (
      <>
        <p>For other methods, contact the team.</p>
        <Contact />
      </>
    ),
  },
  {
    id: 'what-it-buys',
    title: 'What a donation pays for',
    body: (
      <p>
        Keeping the site running, and nothing else. Donors get no extra votes, no better rank and no
        say in removals.
      </p>
    ),
  },
]
