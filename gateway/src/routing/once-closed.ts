import type { ServerResponse } from 'node:http'

/** Calls `act` when the response is closed, or at once if it is closed already. */
export const onceClosed = (response: ServerResponse, act: () => void): void => {
  if (response.closed) act()
  else response.once('close', act)
}
