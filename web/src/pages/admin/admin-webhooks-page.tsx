import { pages } from '@answerable/contracts/pages'
import { maxWebhooks } from '@answerable/contracts/webhooks'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { AddWebhook } from '../../features/webhooks/add-webhook.tsx'
import { WebhookItem } from '../../features/webhooks/webhook-item.tsx'
import { webhookQueries } from '../../features/webhooks/webhook-queries.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { AdminsOnly } from './admins-only.tsx'
import '../../styles/admin.css'

export const AdminWebhooksPage = () => <AdminsOnly>{() => <Webhooks />}</AdminsOnly>

/** Addresses to which the site sends its public events. */
const Webhooks = () => {
  const { data, ...state } = useQuery(webhookQueries.list())
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const top = useRef<HTMLDivElement>(null)
  const keep = (id: string, secret: string) => setSecrets({ ...secrets, [id]: secret })
  const webhooks = data?.webhooks ?? []
  const rows = { rows: webhooks, total: webhooks.length }
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Link className="quiet-link" to={pages.admin}>
        <ArrowLeft size={15} aria-hidden />
        Admin Dashboard
      </Link>
      <PageTitle title={titled('Webhooks')}>Webhooks</PageTitle>
      <p className="mt-1 intro">
        The site sends its public events to these addresses, signed as{' '}
        <a href="https://www.standardwebhooks.com" rel="noopener">
          Standard Webhooks
        </a>{' '}
        describes. A delivery that fails is retried for a day.
      </p>
      {data?.canDeliver === false && (
        <p className="notice mt-4">
          The operator of this site has turned off connections to other servers. Nothing is sent.
        </p>
      )}
      <h2 className="sr-only">Addresses</h2>
      <ListStates
        what="webhooks"
        list={{ ...state, data: data && rows }}
        empty={<p className="subheading">No webhooks yet.</p>}
      >
        {(known) => (
          <ul className="rows mt-4">
            {known.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                canDeliver={data?.canDeliver === true}
                secret={secrets[webhook.id]}
                onSecret={(secret) => keep(webhook.id, secret)}
                // Its buttons disappear with it.
                onDeleted={() => top.current?.focus()}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {data?.canDeliver === true && (
        <section aria-labelledby="add-webhook" className="mt-8">
          <h2 id="add-webhook" className="subheading">
            Add a webhook
          </h2>
          {webhooks.length < maxWebhooks ? (
            <AddWebhook onAdded={keep} />
          ) : (
            <p>The site can have at most {maxWebhooks} webhooks. Delete one of them first.</p>
          )}
        </section>
      )}
    </div>
  )
}
