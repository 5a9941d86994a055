/** The outcome of a request, with the note of the administrator. */
export const DecidedNote = ({ outcome, note }: { outcome: string; note: string | null }) => (
  <p className="mt-2">
    {outcome}
    {note !== null && (
      <>
        : <bdi>{note}</bdi>
      </>
    )}
  </p>
)
