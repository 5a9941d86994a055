/** Loads a page together with the styles that the feed does not need. */
export const withPageStyles = async <Page>(load: () => Promise<Page>): Promise<Page> => {
  // First, so that the styles of a single page come later.
  const [, page] = await Promise.all([import('./styles/pages.css'), load()])
  return page
}
