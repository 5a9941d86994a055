/**
 * The parameters of the address in the browser, or null if it is no longer an address of this page. After a
 * navigation the address changes at once and the page later, so an event handler that changes one parameter must not
 * use those that the page was rendered with.
 */
export const currentSearch = (pathname: string): URLSearchParams | null =>
  window.location.pathname === pathname ? new URLSearchParams(window.location.search) : null
