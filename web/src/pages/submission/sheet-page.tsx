import '../../styles/sheet.css'
import { boycottPath, boycottSheetPath } from '@answerable/contracts/pages'
import { type Submission, statuses } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { Link, Navigate, useParams } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { submissionQueries } from '../../features/submissions/submission-queries.ts'
import { Demand } from '../../features/updates/demand.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { longDate } from '../../ui/long-date.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { NotFoundPage } from '../not-found-page.tsx'
import { SubmissionSkeleton } from './submission-page.tsx'
import { ReasonsSection } from './submission-text.tsx'

/** A boycott as a sheet of paper, with the address of its page as a QR code. */
export const SheetPage = () => {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(submissionQueries.detail(id))
  if (error !== null && isMissing(error)) return <NotFoundPage />
  if (data === undefined && error !== null)
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  if (data === undefined) return <SubmissionSkeleton />
  if (!data.approved) return <NotFoundPage />
  // It was merged into another one.
  if (data.id !== id) return <Navigate replace to={boycottSheetPath(data.id)} />
  return (
    <>
      <div className="sheet-actions screen-only">
        <button type="button" className="button-primary gap-2" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          Print
        </button>
        <Link className="link" to={boycottPath(id)}>
          Back to the boycott
        </Link>
      </div>
      <Sheet submission={data} />
    </>
  )
}

const Sheet = ({ submission }: { submission: Submission }) => {
  const { id, targetName, status, location: place, createdAt } = submission
  const address = `${location.origin}${boycottPath(id)}`
  return (
    <article className="sheet">
      <header className="sheet-head">
        <div className="min-w-0">
          <p className="sheet-kind">Boycott</p>
          <PageTitle title={titled(`Sheet of ${targetName}`)} address={boycottPath(id)}>
            {targetName}
          </PageTitle>
          <dl className="sheet-facts">
            <Fact name="Status">{statuses[status]}</Fact>
            <Fact name="Place">{place}</Fact>
            <Fact name="Submitted">{longDate(createdAt)}</Fact>
          </dl>
        </div>
        <div className="sheet-code">
          <QrCode text={address} label="QR code with the address of this boycott" />
          <p>Scan to vote and comment</p>
        </div>
      </header>
      <ReasonsSection submission={submission} />
      <Demand demand={submission.demand} />
      <footer className="sheet-foot">
        <p className="sheet-address">{address}</p>
        <p>
          Proposed by a member of Answerable. This sheet was made on{' '}
          {longDate(new Date().toISOString())}. The page has the sources, the responses and the
          current status.
        </p>
      </footer>
    </article>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
