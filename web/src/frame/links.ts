import { pages } from '@answerable/contracts/pages'

type NavigationLink = { to: string; label: string }

export const mainLinks: readonly NavigationLink[] = [{ to: pages.home, label: 'Boycotts' }]
