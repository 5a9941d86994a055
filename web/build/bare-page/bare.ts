import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const words = 'A page that React draws, and nothing else.'

/** The smallest possible React page, as a baseline for measuring the site's own pages. */
createRoot(document.querySelector('#root') ?? document.body).render(
  createElement('main', null, createElement('h1', null, 'Bare'), createElement('p', null, words)),
)
