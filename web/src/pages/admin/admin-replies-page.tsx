import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Listed } from '../../api/listed.ts'
import { ClaimFacts } from '../../features/review/request-facts.tsx'
import { requestLists } from '../../features/review/request-lists.ts'
import { ResponseFacts, ResponseHead } from '../../features/review/response-facts.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf, readPage } from '../../ui/paging.ts'
import { AdminsOnly } from './admins-only.tsx'
import { ContentControls } from './content-controls.tsx'
import { contentName } from './entry-name.ts'
import { ClaimControls } from './request-controls.tsx'
import '../../styles/admin.css'

export const AdminRepliesPage = () => (
  <AdminsOnly>{({ id }) => <Replies readerId={id} />}</AdminsOnly>
)

const lists = {
  claims: 'Claims to confirm',
  flagged: 'Flagged responses',
  removed: 'Removed responses',
  all: 'All responses',
  representatives: 'Representatives',
} as const
type List = keyof typeof lists

const empty: Readonly<Record<List, string>> = {
  claims: 'No claim is waiting.',
  flagged: 'No response is flagged.',
  removed: 'No response was removed.',
  all: 'No business has responded yet.',
  representatives: 'Nobody speaks for a business yet.',
}

const addressOf = (list: List, page: number): string => {
  const search = new URLSearchParams(list === 'claims' ? {} : { list })
  if (page > 1) search.set('page', String(page))
  return search.size === 0 ? pages.adminReplies : `${pages.adminReplies}?${search}`
}

/** Official responses, and the claims of members to speak for businesses. */
const Replies = ({ readerId }: { readerId: string }) => {
  const [search] = useSearchParams()
  const list = Object.keys(lists).find((one): one is List => one === search.get('list')) ?? 'claims'
  const page = readPage(search.get('page'))
  const top = useRef<HTMLDivElement>(null)
  // The entry's buttons disappear with it.
  const shared = { page, list, onDecided: () => top.current?.focus() }
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Link className="quiet-link" to={pages.admin}>
        <ArrowLeft size={15} aria-hidden />
        Admin Dashboard
      </Link>
      <PageTitle title={titled('Responses and claims')}>Responses and claims</PageTitle>
      <nav aria-label="Lists" className="record-lists mt-2 flex flex-wrap gap-x-5">
        {Object.entries(lists).map(([one, label]) => (
          <Link
            key={one}
            className="quiet-link"
            to={addressOf(one as List, 1)}
            aria-current={one === list ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {list === 'claims' || list === 'representatives' ? (
        <Claims {...shared} />
      ) : (
        <Responses {...shared} state={list} readerId={readerId} />
      )}
    </div>
  )
}

type ListProps = { page: number; list: List; onDecided: () => void }

const Claims = ({ page, list, onDecided }: ListProps) => {
  const claims = useQuery(requestLists.claims(list === 'claims' ? 'review' : 'verified', page))
  return (
    <Rows page={page} list={list} what="claims" found={claims}>
      {(claim) => (
        <li key={claim.id} className="record wrap-anywhere">
          <ClaimFacts claim={claim} heading="h2" />
          <ClaimControls claim={claim} onDecided={onDecided} onConflict={onDecided} />
        </li>
      )}
    </Rows>
  )
}

const Responses = ({
  page,
  list,
  state,
  readerId,
  onDecided,
}: ListProps & { state: 'flagged' | 'removed' | 'all'; readerId: string }) => {
  const responses = useQuery(requestLists.responses(state, page))
  return (
    <Rows page={page} list={list} what="responses" found={responses}>
      {(response) => (
        <li key={response.id} className="record wrap-anywhere">
          <ResponseHead response={response} heading="h2" />
          <ResponseFacts
            response={{
              ...response,
              appeals: response.appeal === null ? [] : [response.appeal],
            }}
          />
          <ContentControls
            what="response"
            name={contentName('response', response)}
            content={response}
            readerId={readerId}
            onDecided={onDecided}
            onConflict={onDecided}
          />
        </li>
      )}
    </Rows>
  )
}

type RowsProps<Row> = {
  page: number
  list: List
  what: string
  found: Parameters<typeof ListStates<Row>>[0]['list'] & {
    data: Listed<Row> | undefined
    isPlaceholderData: boolean
  }
  children: (row: Row) => ReactNode
}

const Rows = <Row,>({ page, list, what, found, children }: RowsProps<Row>) => {
  const { data, isPlaceholderData } = found
  const paging = pagingOf(page, data?.rows.length ?? 0, data?.total ?? 0)
  return (
    <>
      <ListStates what={what} list={found} empty={<p className="subheading">{empty[list]}</p>}>
        {(rows) => (
          <ul className="rows" aria-busy={isPlaceholderData}>
            {rows.map(children)}
          </ul>
        )}
      </ListStates>
      {data !== undefined && (data.total > data.rows.length || page > 1) && (
        <Pagination
          page={page}
          addressOf={(next) => addressOf(list, next)}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}
