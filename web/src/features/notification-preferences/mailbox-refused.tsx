const dated = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** The member's mailbox refused a mail, so no more are sent to it. */
export const MailboxRefused = ({ refusedAt }: { refusedAt: string }) => (
  <p className="notice mb-4" role="status">
    <b>Your mailbox refused our email on {dated.format(new Date(refusedAt))}.</b> We have stopped
    sending notifications to it. Signing in by email starts them again.
  </p>
)
