import { withoutMarks } from '@answerable/contracts/without-marks'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkdownBlocks } from './elements.tsx'
import { parseMarkdown } from './parse.ts'
import { markdownTags, maxMarks, plainTree } from './tree.ts'

const html = (text: string): string =>
  renderToStaticMarkup(<MarkdownBlocks text={text} tree={plainTree(text) ?? parseMarkdown(text)} />)
    .replaceAll(/<\/?span>/g, '')
    .replaceAll(' class="link"', '')
    .replaceAll(' target="_blank" rel="noopener noreferrer nofollow ugc"', '')

test.each([
  [
    '**bold**, *italic* and `a * b`',
    '<p><strong>bold</strong>, <em>italic</em> and <code>a * b</code></p>',
  ],
  ['snake_case_word 2*3*4', '<p>snake_case_word 2<em>3</em>4</p>'],
  [
    '- a\n- b\n  1. c',
    '<ul><li><p>a</p></li><li><p>b</p><ol start="1"><li><p>c</p></li></ol></li></ul>',
  ],
  [
    '1977. The boycott\n1978. spreads',
    '<ol start="1977"><li><p>The boycott</p></li><li><p>spreads</p></li></ol>',
  ],
  ['> a\n> *b\n> c*\n\nd', '<blockquote><p>a\n <em>b\n c</em></p></blockquote><p>d</p>'],
  [
    '[the *report*](https://example.org/a_b)',
    '<p><a href="https://example.org/a_b">the <em>report</em></a></p>',
  ],
  [
    '[*www*.Example.org/a](https://example.org/a)',
    '<p><a href="https://example.org/a"><em>www</em>.Example.org/a</a></p>',
  ],
  [
    'see https://example.org/_a_/b. *c*',
    '<p>see <a href="https://example.org/_a_/b">https://example.org/_a_/b</a>. <em>c</em></p>',
  ],
  [
    '*a* <https://example.org>, b',
    '<p><em>a</em> <a href="https://example.org/">https://example.org</a>, b</p>',
  ],
  ['\\*a\\*', '<p>*a*</p>'],
])('%j is rendered', (text, expected) => {
  expect(html(text)).toBe(expected)
})

test.each([
  ['HTML', '<b onclick="x">*a*</b>', '<p>&lt;b onclick=&quot;x&quot;&gt;<em>a</em>&lt;/b&gt;</p>'],
  [
    'an image',
    '![a](https://example.org/a.png)',
    '<p>!<a href="https://example.org/a.png">a</a></p>',
  ],
  ['a script as a link', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
  [
    'an address that imitates a host',
    '[a](https://bank.example@evil.example)',
    '<p>[a](https://bank.example@evil.example)</p>',
  ],
  [
    'a link that imitates another one',
    '[https\\://bank.example/a](https://evil.example) [*www*.bank.example](https://evil.example)',
    '<p>[https\\://bank.example/a](<a href="https://evil.example/">https://evil.example</a>) [*www*.bank.example](<a href="https://evil.example/">https://evil.example</a>)</p>',
  ],
  ['a relative link', '[a](/settings)', '<p>[a](/settings)</p>'],
  [
    'a reference',
    '[a]\n\n[a]: https://example.org',
    '<p>[a]</p><p>[a]: <a href="https://example.org/">https://example.org</a></p>',
  ],
  ['an entity', '&amp;*a*', '<p>&amp;amp;<em>a</em></p>'],
  ['headings and rules', '# *a*\nb\n---\nc\n===', '<p># <em>a</em>\nb\n---\nc\n===</p>'],
  ['code blocks', '```\n*a*\n```\n\n    b', '<p>```\n<em>a</em>\n```</p><p>b</p>'],
])('%s stays text', (_what, text, expected) => {
  expect(html(text)).toBe(expected)
})

test('plain text keeps its lines and paragraphs, parsed or not', () => {
  const word = fc
    .stringMatching(/^[A-Za-z0-9,.()'"&;:!?/-]{1,9}$/)
    .filter((one) => !/^[-+\d]/.test(one))
  const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
  const paragraph = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 4 }), (paragraphs) => {
      const text = paragraphs.join('\n\n')
      expect(plainTree(text)).toEqual(parseMarkdown(text))
      expect(withoutMarks(text)).toBe(text)
      const page = elementOf(html(text))
      expect([...page.children].map(({ textContent }) => textContent)).toEqual(paragraphs)
    }),
  )
})

const marks = fc.constantFrom(
  ...[
    '*',
    '**',
    '_',
    '`',
    '```',
    '> ',
    '- ',
    '1. ',
    '  ',
    '\n',
    '\n\n',
    '[',
    ']',
    '](',
    ')',
    '<',
    '>',
    '\\',
    '![',
  ],
  ...[
    'https://a.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '<img src=x onerror=y>',
    '<!--',
    '&lt;',
    '# ',
    '---',
  ],
)
const typed = fc
  .array(fc.oneof(marks, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 60 })
  .map((parts) => parts.join(''))

test('no text becomes an element or an attribute that is not on the list', () => {
  const attributes: Readonly<Record<string, readonly string[]>> = {
    a: ['class', 'href', 'target', 'rel'],
    ol: ['start'],
  }
  fc.assert(
    fc.property(typed, (text) => {
      for (const tree of [plainTree(text), parseMarkdown(text)]) {
        if (tree === undefined) continue
        const page = elementOf(renderToStaticMarkup(<MarkdownBlocks text={text} tree={tree} />))
        for (const element of page.querySelectorAll('*')) {
          const tag = element.tagName.toLowerCase()
          expect(['span', ...markdownTags]).toContain(tag)
          expect(attributes[tag] ?? []).toEqual(
            expect.arrayContaining([...element.attributes].map(({ name }) => name)),
          )
          if (tag === 'a') {
            expect(element.getAttribute('href')).toMatch(/^https?:\/\//)
            expect(element.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
            expect(element.querySelector('a')).toBeNull()
          }
        }
      }
    }),
    { numRuns: 300 },
  )
})

test.each(['*a* ', '[a](', '- ', '> ', '1. ', '`a``', '\\*', '_*', '-\n', '*http://a.b/)))'])(
  'a text with %j again and again is shown as typed',
  (part) => {
    const text = part.repeat(maxMarks + 1).trim()
    expect(plainTree(text)).toBeDefined()
    expect(elementOf(html(text)).textContent).toBe(text)
    expect(elementOf(html(text)).querySelector('em, code, ul, ol, blockquote')).toBeNull()
  },
)

test('deep nesting is shown as typed beyond eight levels', () => {
  for (const text of [
    '> '.repeat(2_500),
    '- '.repeat(2_500),
    `${'*a '.repeat(900)}${'b* '.repeat(900)}`,
    '['.repeat(5_000),
    '*_'.repeat(2_500),
  ]) {
    const page = elementOf(html(text))
    expect(depthOf(page)).toBeLessThanOrEqual(12)
  }
})

const depthOf = (element: Element): number =>
  1 + Math.max(0, ...[...element.children].map((child) => depthOf(child)))

test('previews have no marks', () => {
  expect(
    withoutMarks('> **Bold** and *it*\n- [a link](https://example.org/x) `code` 2*3 a_b_c'),
  ).toBe('Bold and it\na link code 2*3 a_b_c')
})

const elementOf = (content: string): HTMLElement => {
  const page = document.createElement('div')
  page.innerHTML = content
  return page
}
