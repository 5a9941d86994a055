/** Dispatched on the window when React starts to handle clicks; visible controls may not respond yet. */
export const startingEvent = 'answerable:starting'
/** Dispatched on the window once the page responds to clicks. */
export const startedEvent = 'answerable:started'
/** Dispatched on the window once the application listens for errors; earlier errors are then replayed. */
export const watchingEvent = 'answerable:watching'
