import { noticeLimits, noticeMonths } from '@answerable/contracts/notices'
import { pages } from '@answerable/contracts/pages'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { NoticeForm } from '../features/notices/notice-form.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'

/** Notices of unlawful or false content, for everyone. */
export const NoticePage = () => {
  const [search] = useSearchParams()
  const [sentTo, setSentTo] = useState<string>()
  const about = (search.get('about') ?? '').slice(0, noticeLimits.address.max)
  return (
    <div className="page-narrow">
      <PageTitle
        title={titled('Report unlawful content')}
        description="Report unlawful or false content on Answerable. You need no account."
      >
        Report unlawful content
      </PageTitle>
      {sentTo === undefined ? (
        <>
          <p className="mt-2 intro">
            Report content on this site that is unlawful or false. You need no account. An
            administrator reviews your notice, and you get the decision and its reasons by email.
          </p>
          <p className="mt-3 text-sm text-soft">
            For spam and content that only breaks the{' '}
            <Link className="link" to={pages.guidelines}>
              guidelines
            </Link>
            , members can use the flag beside it. We delete your name, your address and your text{' '}
            {noticeMonths} months after the decision: see the{' '}
            <Link className="link" to={pages.privacy}>
              privacy policy
            </Link>
            .
          </p>
          <NoticeForm about={about} onSent={setSentTo} />
        </>
      ) : (
        <Sent to={sentTo} onAnother={() => setSentTo(undefined)} />
      )}
    </div>
  )
}

const Sent = ({ to, onAnother }: { to: string; onAnother: () => void }) => {
  const box = useRef<HTMLDivElement>(null)
  // The focused button has disappeared.
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className="notice mt-6 outline-none">
      <p className="font-semibold">We received your notice.</p>
      {to === '' ? (
        <p>An administrator will review it. You gave no address, so you get no email about it.</p>
      ) : (
        <p className="wrap-anywhere">
          We have sent a receipt to {to}. Open its link to confirm your address and to see the state
          of your notice.
        </p>
      )}
      <button type="button" className="button-secondary mt-3" onClick={onAnother}>
        Report something else
      </button>
    </div>
  )
}
