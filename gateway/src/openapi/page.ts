import type { JsonSchema } from './schemas.ts'
import type { ApiDescription, Operation, Parameter, Reference, Response } from './types.ts'

/** The description as a page that needs no script; `style` is the address of its stylesheet. */
export const pageOf = (description: ApiDescription, style: string): string => {
  const { info, tags, components } = description
  const calls = callsOf(description)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(info.title)} API</title>
<link rel="stylesheet" href="${text(style)}">
</head>
<body>
<header>
<p><a href="/">${text(info.title)}</a></p>
<h1>${text(info.title)} API, version ${text(info.version)}</h1>
<p>${text(info.description)}</p>
<p>${text(aboutSessions(description))}</p>
<p>For programs: <a href="openapi.json">this description as OpenAPI ${text(description.openapi)}</a>.</p>
</header>
<nav aria-label="Operations">
${tags.map(({ name }) => tableOfContents(name, calls)).join('\n')}
</nav>
<main>
${calls.map(callSection).join('\n')}
<section id="schemas">
<h2>Schemas</h2>
${Object.entries(components.schemas).map(schemaSection).join('\n')}
</section>
</main>
</body>
</html>
`
}

type Call = { method: string; path: string; operation: Operation }

const callsOf = ({ paths }: ApiDescription): Call[] =>
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

const tableOfContents = (tag: string, calls: readonly Call[]): string =>
  `<h2>${text(tag)}</h2>
<ul>
${calls
  .filter(({ operation }) => operation.tags.includes(tag))
  .map(
    ({ method, path, operation }) =>
      `<li><a href="#${text(operation.operationId)}"><code>${method}</code> <code>${text(path)}</code></a></li>`,
  )
  .join('\n')}
</ul>`

const callSection = ({ method, path, operation }: Call): string => {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  return `<section id="${text(operationId)}">
<h2><code>${method}</code> <code>${text(path)}</code></h2>
<p>${text(summary)} ${text(description)}</p>
${parameters.length === 0 ? '' : parameterTable(parameters)}
${requestBody === undefined ? '' : bodySchema(requestBody)}
${Object.entries(responses)
  .map(([status, response]) => responseLine(status, response))
  .join('\n')}
</section>`
}

const bodySchema = (body: NonNullable<Operation['requestBody']>): string =>
  `<p>${text(body.description)}</p>\n${content(body.required ? 'Request body' : 'Request body, optional', body)}`

const parameterTable = (parameters: readonly Parameter[]): string => `<table>
<caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Value</th><th scope="col">Description</th></tr></thead>
<tbody>
${parameters
  .map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><th scope="row"><code>${text(name)}</code></th><td>${place}${required ? '' : ', optional'}</td><td>${inline(schema)}</td><td>${text(description)}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table>`

const responseLine = (status: string, response: Response | Reference): string => {
  if ('$ref' in response) return refusalLine(status, [response.$ref.split('/').at(-1) ?? ''])
  const { 'x-error-codes': codes, description, headers = {} } = response
  if (codes !== undefined) return refusalLine(status, codes)
  const names = Object.keys(headers).map((name) => `<code>${text(name)}</code>`)
  return `<p><strong>${status}</strong> ${text(description)} Headers: ${names.join(', ')}.</p>
${content('Response body', response)}`
}

const refusalLine = (status: string, codes: readonly string[]): string =>
  `<p><strong>${status}</strong> ${codes.map((code) => `<code>${text(code)}</code>`).join(' ')}</p>`

const content = (label: string, { content }: Pick<Response, 'content'>): string =>
  Object.entries(content ?? {})
    .map(
      ([type, { schema }]) =>
        `<details><summary>${text(label)} <code>${text(type)}</code></summary>${block(schema)}</details>`,
    )
    .join('\n')

const schemaSection = ([name, schema]: [string, JsonSchema]): string =>
  `<h3 id="schema-${text(name)}">${text(name)}</h3>\n${block(schema)}`

const block = (schema: JsonSchema): string =>
  `<pre tabindex="0"><code>${linked(JSON.stringify(schema, null, 2))}</code></pre>`

const inline = (schema: JsonSchema): string => `<code>${linked(JSON.stringify(schema))}</code>`

/** Escaped, with every reference to a schema as a link to it. */
const linked = (json: string): string =>
  text(json).replace(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
  )

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const text = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
