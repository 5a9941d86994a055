import type { BusinessLink } from '@answerable/contracts/business-link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { Field } from '../../ui/field.tsx'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { BusinessField } from '../submissions/business-field.tsx'
import { businessMergeQueries, useMergeBusiness } from './business-merges.ts'
import { MergeFigures } from './merge-confirmation.tsx'

type MergeBusinessProps = { business: BusinessLink; onDecided: () => void }

/** Finds the other business, shows the figures of a merge, and merges. */
export const MergeBusiness = ({ business, onDecided }: MergeBusinessProps) => (
  <Disclosure
    button="Merge with another business"
    buttonClass="button-secondary"
    panelClass="suggestion-panel"
  >
    {(close) => (
      <Form
        business={business}
        onDecided={() => {
          close()
          onDecided()
        }}
      />
    )}
  </Disclosure>
)

const Form = ({ business, onDecided }: MergeBusinessProps) => {
  const [text, setText] = useState('')
  const [other, setOther] = useState<BusinessLink>()
  const [isOtherKept, setOtherKept] = useState(false)
  const [reason, setReason] = useState(noReason)
  const merge = useMergeBusiness(onDecided)
  const [from, into] = isOtherKept ? [business, other] : [other, business]
  return (
    <form
      className="suggestion-form"
      aria-label={`Merge ${business.name} with another business`}
      onSubmit={(event) => {
        event.preventDefault()
        if (from === undefined || into === undefined || merge.isPending) return
        merge.mutate({ id: from.id, into: into.id, reason })
      }}
    >
      <Field label="The other business" hint="Choose it from the list.">
        {(control) => (
          <BusinessField
            control={control}
            name="other"
            value={text}
            isLocked={merge.isPending}
            without={business.id}
            noMatch="No other business has this name."
            onType={(typed) => {
              setText(typed)
              setOther(undefined)
            }}
            onChoose={(chosen) => {
              setText(chosen.name)
              setOther(chosen)
            }}
          />
        )}
      </Field>
      {other !== undefined && from !== undefined && into !== undefined && (
        <>
          <Field label="The business that stays">
            {(control) => (
              <select
                {...control}
                className="input select"
                value={into.id}
                disabled={merge.isPending}
                onChange={(event) => setOtherKept(event.target.value === other.id)}
              >
                {[business, other].map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Preview id={from.id} into={into.id} />
          <ReasonFields
            reason={reason}
            reader="nobody else"
            error={merge.error}
            onChange={setReason}
          />
          <button type="submit" className="button-primary" disabled={merge.isPending}>
            Merge
          </button>
        </>
      )}
    </form>
  )
}

const Preview = ({ id, into }: { id: string; into: string }) => {
  const { data, error, isFetching, refetch } = useQuery(businessMergeQueries.preview(id, into))
  if (error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <p className="text-soft" role="status">
        Loading the figures…
      </p>
    )
  }
  return (
    <div>
      <MergeFigures preview={data} />
    </div>
  )
}
