/** Sent to the window once the page answers clicks. */
export const startedEvent = 'answerable:started'
