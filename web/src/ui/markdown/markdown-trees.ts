import { createContext } from 'react'
import type { MarkdownTree } from './tree.ts'

/**
 * Trees of texts that were parsed before. Prerendering parses and records every text; a prerendered page carries
 * these trees, so that the browser shows the same without loading the parser.
 */
export type MarkdownTrees = { find: (text: string) => MarkdownTree | undefined }

export const MarkdownTreesContext = createContext<MarkdownTrees>({ find: () => undefined })
