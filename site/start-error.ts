/** The start fails until the user acts; the message is one line with the action. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
