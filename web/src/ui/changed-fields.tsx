import { TextDifference } from './text-difference.tsx'

type ChangedFieldsProps<Name extends string> = {
  labels: Readonly<Record<Name, string>>
  /** Without it, every field that is not empty is shown. */
  before: Readonly<Record<Name, string>> | undefined
  after: Readonly<Record<Name, string>>
}

/** The fields of a version that differ from the one before. */
export const ChangedFields = <Name extends string>({
  labels,
  before,
  after,
}: ChangedFieldsProps<Name>) => {
  const names = Object.keys(labels) as Name[]
  return (
    <dl>
      {names
        .filter((name) => after[name] !== (before?.[name] ?? ''))
        .map((name) => (
          <div key={name}>
            <dt>{labels[name]}</dt>
            <dd>
              <TextDifference before={before?.[name]} after={after[name]} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
