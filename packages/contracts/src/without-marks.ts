/**
 * A text for previews, without the marks of Markdown. Approximate, because a feed does not load the parser: marks
 * in code are dropped too.
 */
export const withoutMarks = (text: string): string =>
  text
    .replace(/^[^\S\n]*(?:(?:>|[-+*](?=\s))[^\S\n]*)+/gm, '')
    .replace(/\[([^[\]\n]+)\]\(<?https?:[^\s()]*>?\)/gi, '$1')
    .replace(/(?<![\p{L}\p{N}\\*_])([*_]{1,3}|`)(?=\S)([^*_`\n]*?\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
