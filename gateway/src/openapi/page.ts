import { escapeHtml } from '@answerable/service-kit/http/escape-html'
import { typeOf } from './page-types.ts'
import type { ApiDescription, Operation, Parameter, Reference, Response } from './types.ts'

/**
 * The API description as a document: operations by subject, each collapsed. It works without its script, which
 * adds a filter. JSON Schemas are shortened to types; the complete ones are in openapi.json.
 */
export const pageOf = (
  description: ApiDescription,
  files: { style: string; script: string },
): string => {
  const { info, tags, components } = description
  const operations = operationsOf(description)
  const commonErrors = commonErrorsOf(operations)
  const title = escapeHtml(info.title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="stylesheet" href="${escapeHtml(files.style)}">
<script src="${escapeHtml(files.script)}" defer></script>
</head>
<body>
<header>
<p><a href="/">${title}</a></p>
<h1>${title} API</h1>
<p>Version ${escapeHtml(info.version)}. <a href="openapi.json">OpenAPI ${escapeHtml(description.openapi)} description</a></p>
<p>${escapeHtml(info.description)}</p>
<p>${escapeHtml(aboutSessions(description))}</p>
<p>Every operation can also fail with ${codeList([...commonErrors])}.</p>
<p>Every response has the header <code>X-Request-Id</code>; operations with rate limits also have <code>RateLimit</code> and <code>RateLimit-Policy</code>.</p>
</header>
<form id="filter" role="search" hidden>
<label for="words">Filter operations</label>
<input id="words" type="search" autocomplete="off">
<output for="words"></output>
</form>
<main>
${tags.map(({ name }) => subjectSection(name, operations, commonErrors)).join('\n')}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(
    ([name, schema]) =>
      `<details><summary><code>${name}</code></summary><div id="schema-${name}">${typeOf(schema)}</div></details>`,
  )
  .join('\n')}
</section>
</main>
</body>
</html>
`
}

type NamedOperation = { method: string; path: string; operation: Operation }

const operationsOf = ({ paths }: ApiDescription): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

const aboutSessions = ({ components }: ApiDescription): string => {
  const { session } = components.securitySchemes
  return `The session is the cookie ${session.name}. ${session.description}`
}

/** The error codes of all operations, which are listed once. */
const commonErrorsOf = (operations: readonly NamedOperation[]): ReadonlySet<string> =>
  operations
    .map(({ operation }) => new Set(Object.values(operation.responses).flatMap(errorCodesOf)))
    .reduce((common, codes) => common.intersection(codes))

const errorCodesOf = (response: Response | Reference): readonly string[] =>
  '$ref' in response
    ? [response.$ref.slice(response.$ref.lastIndexOf('/') + 1)]
    : (response['x-error-codes'] ?? [])

const subjectSection = (
  tag: string,
  operations: readonly NamedOperation[],
  commonErrors: ReadonlySet<string>,
): string => `<section aria-labelledby="subject-${escapeHtml(tag)}">
<h2 id="subject-${escapeHtml(tag)}">${escapeHtml(tag)}</h2>
${operations
  .filter(({ operation }) => operation.tags.includes(tag))
  .map((operation) => operationDetails(operation, commonErrors))
  .join('\n')}
</section>`

const operationDetails = (
  { method, path, operation }: NamedOperation,
  commonErrors: ReadonlySet<string>,
): string => {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  return `<details data-operation><summary><code>${method}</code> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<div id="${escapeHtml(operationId)}">
<p>${escapeHtml(description)}</p>
${parameters.length === 0 ? '' : `<h3>Parameters</h3>\n<ul>\n${parameters.map(parameterItem).join('\n')}\n</ul>`}
${requestBody === undefined ? '' : `<h3>Request body${requestBody.required ? '' : ' (optional)'}</h3>\n<p>${escapeHtml(requestBody.description)}</p>\n${contentOf(requestBody)}`}
<h3>Responses</h3>
${Object.entries(responses)
  .map(([status, response]) => responseText(status, response, commonErrors))
  .filter((text) => text !== '')
  .join('\n')}
</div></details>`
}

const parameterItem = ({ name, in: place, required, description, schema }: Parameter): string =>
  `<li><code>${escapeHtml(name)}</code> (${place}${required ? '' : ', optional'}): ${typeOf(schema)}${description === undefined ? '' : `. ${escapeHtml(description)}`}</li>`

/** The introduction mentions them once. */
const commonHeaders = new Set(['X-Request-Id', 'RateLimit', 'RateLimit-Policy'])

const responseText = (
  status: string,
  response: Response | Reference,
  commonErrors: ReadonlySet<string>,
): string => {
  const codes = errorCodesOf(response)
  const ownCodes = codes.filter((code) => !commonErrors.has(code))
  if (ownCodes.length > 0) return `<p><strong>${status}</strong> ${codeList(ownCodes)}</p>`
  if (codes.length > 0 || '$ref' in response) return ''
  const headers = Object.keys(response.headers ?? {}).filter((name) => !commonHeaders.has(name))
  const headerText = headers.length === 0 ? '' : ` Headers: ${codeList(headers)}.`
  return `<p><strong>${status}</strong> ${escapeHtml(response.description)}${headerText}</p>
${contentOf(response)}`
}

const contentOf = ({ content = {} }: Pick<Response, 'content'>): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>\n${typeOf(schema)}`)
    .join('\n')

const codeList = (names: readonly string[]): string =>
  names.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ')
