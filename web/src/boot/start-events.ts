/** Sent to the window at the moment from which React takes clicks itself; what shows may not answer yet. */
export const startingEvent = 'answerable:starting'
/** Sent to the window once the page answers clicks. */
export const startedEvent = 'answerable:started'
/** Sent to the window once errors are followed; what went wrong before is told again then. */
export const watchingEvent = 'answerable:watching'
