/** The start is impossible until a person does something; the message is one line that says what. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
