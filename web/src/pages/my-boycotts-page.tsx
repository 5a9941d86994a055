import { pages } from '@answerable/contracts/pages'
import type { OwnBoycott } from '@answerable/contracts/participation'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { isNoConnection } from '../api/api-error.ts'
import { findName } from '../features/participation/find-name.ts'
import { keptKey } from '../features/participation/kept-key.ts'
import { OwnBoycottItem } from '../features/participation/own-boycott-item.tsx'
import {
  keptBoycottQuery,
  type OwnBoycotts,
  ownBoycottQuery,
} from '../features/participation/own-boycotts.ts'
import { LoginHint } from '../features/sign-in/login-hint.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { readStored } from '../platform/storage.ts'
import { isUserUnknown, sessionQueries } from '../session/current-user.ts'
import { FetchError } from '../ui/fetch-error.tsx'
import { counted } from '../ui/figures.ts'
import { SlowNotice } from '../ui/slow-notice.tsx'
import '../styles/my-boycotts.css'

/** The member's boycotts, readable without a connection and on paper. */
export const MyBoycottsPage = () => {
  const user = useQuery(sessionQueries.currentUser())
  // Also while a failed call is repeated, so that the typed text stays.
  const isUnknown = isUserUnknown(user)
  if (user.isPending && !isUnknown) return <Titled isBusy />
  // Without a connection the page cannot ask who is signed in.
  const keptUserId = isUnknown ? readStored(keptKey) || null : null
  const userId = user.data?.id ?? keptUserId
  if (userId !== null) return <MyBoycotts userId={userId} key={userId} />
  if (isUnknown) {
    return (
      <Titled>
        <FetchError
          error={new Error('Failed to fetch your boycotts', { cause: user.error })}
          isTrying={user.isFetching}
          onTryAgain={user.refetch}
        />
      </Titled>
    )
  }
  return (
    <LoginHint heading={<Heading />}>
      Log in to see the boycotts that you have joined, with every brand on them. You can search the
      list in a shop without a connection, and print it. Nobody else sees it.
    </LoginHint>
  )
}

const Heading = () => (
  <PageTitle
    title={titled('My boycotts')}
    description="The boycotts that you have joined, with every brand on them."
  >
    My boycotts
  </PageTitle>
)

const Titled = ({ isBusy = false, children }: { isBusy?: boolean; children?: ReactNode }) => (
  <div className="page-reading" aria-busy={isBusy}>
    <Heading />
    {children}
  </div>
)

const MyBoycotts = ({ userId }: { userId: string }) => {
  const { data: current, error, isFetching, refetch } = useQuery(ownBoycottQuery(userId))
  const isCutOff = isNoConnection(error)
  const kept = useQuery({ ...keptBoycottQuery(userId), enabled: isCutOff })
  const isTryingAgain = current === undefined && error === null
  const data = ((isCutOff || isTryingAgain) && kept.data) || current
  if (isCutOff && kept.isPending && current === undefined) return <Titled isBusy />
  if (data === undefined && error !== null) {
    return (
      <Titled>
        <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
      </Titled>
    )
  }
  return <Titled>{data === undefined ? <Loading /> : <List list={data} />}</Titled>
}

const Loading = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading your boycotts</span>
    <SlowNotice />
    <div className="bone mt-6 h-10 w-full" aria-hidden="true" />
    <div className="bone mt-6 h-4 w-1/2" aria-hidden="true" />
    <div className="bone mt-3 h-4 w-4/5" aria-hidden="true" />
  </div>
)

const List = ({ list: { boycotts, keptAt } }: { list: OwnBoycotts }) => {
  const [text, setText] = useState('')
  /** Those that were left stay until the next visit, so that they can be joined again. */
  const [left, setLeft] = useState<readonly OwnBoycott[]>([])
  const rows = withLeft(boycotts, left)
  if (rows.length === 0) return <Empty />
  const search = text.trim()
  const shown = rows.flatMap((boycott) => {
    const found = search === '' ? null : findName(boycott, search)
    return search !== '' && found === null ? [] : [{ boycott, found }]
  })
  return (
    <>
      {keptAt === null ? (
        <p className="intro screen-only">
          {counted(boycotts.length, 'boycott')}. Nobody but you sees this list. It also opens
          without a connection, and you can print it.
        </p>
      ) : (
        <p className="intro" role="status">
          {counted(boycotts.length, 'boycott')}, as of {dateOf(keptAt)}.
        </p>
      )}
      <p className="print-only">
        {counted(boycotts.length, 'boycott')} on {dateOf(keptAt ?? Date.now())}
      </p>
      <label className="search own-search">
        <span className="text-sm font-semibold">Is this on my list?</span>
        <input
          className="input"
          type="search"
          maxLength={120}
          placeholder="A brand, product or business"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p className="own-result" role="status">
        {search !== '' && <Result search={search} count={shown.length} />}
      </p>
      <ul className="own-boycotts">
        {shown.map(({ boycott, found }) => (
          <OwnBoycottItem
            key={boycott.submission.id}
            boycott={boycott}
            found={found}
            canLeave={keptAt === null}
            onLeave={() => setLeft([...left, boycott])}
          />
        ))}
      </ul>
    </>
  )
}

/** Newest first, as the server sorts them. */
const withLeft = (
  boycotts: readonly OwnBoycott[],
  left: readonly OwnBoycott[],
): readonly OwnBoycott[] => {
  const ids = new Set(boycotts.map(({ submission }) => submission.id))
  const missing = left.filter(
    ({ submission }, at) =>
      !ids.has(submission.id) &&
      left.findIndex((one) => one.submission.id === submission.id) === at,
  )
  return missing.length === 0
    ? boycotts
    : [...boycotts, ...missing].toSorted((one, other) => (one.joinedAt < other.joinedAt ? 1 : -1))
}

const dateOf = (milliseconds: number): string =>
  new Date(milliseconds).toLocaleDateString('en', { dateStyle: 'long' })

const Result = ({ search, count }: { search: string; count: number }) =>
  count > 0 ? (
    <>Yes, on your list: {counted(count, 'boycott')}.</>
  ) : (
    <>
      “{search}” is not on your list.{' '}
      <Link className="link" to={`${pages.search}?${new URLSearchParams({ q: search })}`}>
        Search all boycotts
      </Link>
    </>
  )

const Empty = () => (
  <div className="empty">
    <p className="subheading">You have not joined a boycott yet.</p>
    <p className="intro">
      Press “Join boycott” on the page of a boycott. It then appears here with every brand that the
      business owns, so that you can look up in a shop whether something is on your list. The list
      also opens without a connection, and it can be printed. Others see how many people take part,
      but never who.
    </p>
    <div className="mt-5 flex flex-wrap gap-3">
      <Link className="button-primary" to={pages.home}>
        Find boycotts to join
      </Link>
    </div>
  </div>
)
