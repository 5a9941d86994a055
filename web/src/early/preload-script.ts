// Stands alone like the theme script, and runs right after it.

/** Set by the build: what each page asks for anyway, once the application has started. */
declare const pageNeeds: readonly import('../../build/page-needs.ts').PageNeeds[]

for (const { pattern, modules, styles, data } of pageNeeds) {
  const match = new RegExp(pattern).exec(location.pathname)
  if (match === null) continue
  for (const href of modules) preload({ rel: 'modulepreload', href })
  for (const href of styles) preload({ rel: 'preload', as: 'style', href })
  if (location.search === '' && document.documentElement.dataset.drawn === undefined) {
    for (const address of data) {
      const href = address.replace(':id', match[1] ?? '')
      preload({ rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href })
    }
  }
}

function preload(properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), properties))
}
