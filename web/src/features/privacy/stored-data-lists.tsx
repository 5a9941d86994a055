import { storedData, storedInBrowser } from './stored-data.ts'

export const StoredDataList = () => (
  <dl className="terms">
    {storedData.map(({ name, what, why, howLong, seenBy }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{what}</dd>
        <dd>
          <b>Why:</b> {why}
        </dd>
        <dd>
          <b>Kept:</b> {howLong}
        </dd>
        <dd>
          <b>Seen by:</b> {seenBy}
        </dd>
      </div>
    ))}
  </dl>
)

export const StoredInBrowserList = () => (
  <dl className="terms">
    {storedInBrowser.map(({ name, kind, why, howLong }) => (
      <div key={name}>
        <dt>
          <code className="wrap-anywhere">{name}</code>
        </dt>
        <dd>{why}</dd>
        <dd>
          <b>Where:</b> {kind}
        </dd>
        <dd>
          <b>Kept:</b> {howLong}
        </dd>
      </div>
    ))}
  </dl>
)
