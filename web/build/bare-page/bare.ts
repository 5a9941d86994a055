import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const words = 'A page that React draws, and nothing else.'

/** The least that a page of this library can be: what the site's own pages are held against. */
createRoot(document.querySelector('#root') ?? document.body).render(
  createElement('main', null, createElement('h1', null, 'Bare'), createElement('p', null, words)),
)
