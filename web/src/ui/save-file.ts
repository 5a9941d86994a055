/** Lets the browser store a text as a file of this media type. */
export const saveFile = (
  name: string,
  text: string,
  type: 'application/json' | 'text/csv',
): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
