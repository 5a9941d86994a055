type NewerOlderProps = {
  /** What the pages list, such as `entries`. */
  what?: string
  page: number
  hasOlder: boolean
  isWaiting: boolean
  onChange: (page: number) => void
}

/** Buttons to other pages, if there are any. */
export const NewerOlder = ({ what = '', page, hasOlder, isWaiting, onChange }: NewerOlderProps) =>
  page === 1 && !hasOlder ? null : (
    <div className="mt-3 flex flex-wrap gap-3">
      <button
        type="button"
        className="button-secondary"
        disabled={page === 1 || isWaiting}
        onClick={() => onChange(page - 1)}
      >
        {`Newer ${what}`.trim()}
      </button>
      <button
        type="button"
        className="button-secondary"
        disabled={!hasOlder || isWaiting}
        onClick={() => onChange(page + 1)}
      >
        {`Older ${what}`.trim()}
      </button>
    </div>
  )
