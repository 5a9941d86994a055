export type Endpoint<Target> = { method: string; path: string; target: Target }

/** Parameter values of a path, as sent. */
type Params = Readonly<Record<string, string>>

export type Match<Target> =
  | { kind: 'found'; target: Target; template: string; params: Params }
  /** The path is known, not with this method. */
  | { kind: 'method'; allow: string; template: string }
  | { kind: 'nothing' }

/**
 * Compiles templates such as `/api/boycotts/:id` into a lookup of paths exactly as sent. It decodes, folds and
 * normalises nothing, so that a path cannot mean one thing here and another in a service.
 */
export const compileRoutes = <Target>(
  endpoints: readonly Endpoint<Target>[],
): ((method: string, path: string) => Match<Target>) => {
  const root = emptyNode<Target>()
  for (const endpoint of endpoints) insert(root, endpoint)
  return (method, path) => {
    if (!path.startsWith('/')) return nothing
    const segments = path.split('/')
    const leaf = find(root, segments, 1)
    if (leaf === null) return nothing
    const { template } = leaf
    const target = leaf.targets.get(method)
    return target === undefined
      ? { kind: 'method', allow: leaf.allow, template }
      : { kind: 'found', target, template, params: paramsOf(leaf, segments) }
  }
}

const nothing = { kind: 'nothing' } as const

type Leaf<Target> = {
  template: string
  targets: Map<string, Target>
  allow: string
  /** By the place of their segment. */
  parameters: readonly (readonly [name: string, index: number])[]
}

type Node<Target> = {
  literals: Map<string, Node<Target>>
  parameters: { value: RegExp; node: Node<Target> }[]
  leaf: Leaf<Target> | null
}

/** Every id of the site is written in these alone. */
const idValue = '[0-9A-Za-z_-]+'
/** Slugs may have letters of any script, in percent-encoded UTF-8. ASCII is never encoded, so no `/` or `.` is hidden. */
const slugValue = '(?:[0-9A-Za-z_-]|%[89A-F][0-9A-F])+'

const find = <Target>(
  node: Node<Target>,
  segments: readonly string[],
  index: number,
): Leaf<Target> | null => {
  const segment = segments[index]
  if (segment === undefined) return node.leaf
  const literal = node.literals.get(segment)
  let leaf = literal === undefined ? null : find(literal, segments, index + 1)
  for (const { value, node: next } of node.parameters) {
    if (leaf === null && value.test(segment)) leaf = find(next, segments, index + 1)
  }
  return leaf
}

const insert = <Target>(root: Node<Target>, { method, path, target }: Endpoint<Target>): void => {
  let node = root
  for (const segment of path.split('/').slice(1)) node = childOf(node, segment)
  node.leaf ??= { template: path, targets: new Map(), allow: '', parameters: parametersOf(path) }
  node.leaf.targets.set(method, target)
  if (method === 'GET') node.leaf.targets.set('HEAD', target)
  node.leaf.allow = [...node.leaf.targets.keys()].join(', ')
}

const parametersOf = (template: string): Leaf<unknown>['parameters'] =>
  template
    .split('/')
    .flatMap((segment, index) =>
      segment.startsWith(':') ? [[parameterIn(segment).name, index]] : [],
    )

const noParams: Params = {}

const paramsOf = ({ parameters }: Leaf<unknown>, segments: readonly string[]): Params =>
  parameters.length === 0
    ? noParams
    : Object.fromEntries(parameters.map(([name, index]) => [name, segments[index] ?? '']))

const childOf = <Target>(node: Node<Target>, segment: string): Node<Target> => {
  if (segment.startsWith(':')) return parameterOf(node, allowedValue(parameterIn(segment)))
  const child = node.literals.get(segment) ?? emptyNode<Target>()
  node.literals.set(segment, child)
  return child
}

const parameterOf = <Target>({ parameters }: Node<Target>, value: RegExp): Node<Target> => {
  const known = parameters.find((parameter) => parameter.value.source === value.source)
  if (known !== undefined) return known.node
  const node = emptyNode<Target>()
  parameters.push({ value, node })
  return node
}

const allowedValue = ({ name, ending }: ReturnType<typeof parameterIn>): RegExp =>
  new RegExp(`^${name === 'slug' ? slugValue : idValue}${ending.replaceAll('.', String.raw`\.`)}$`)

/** A parameter may have an ending, as in `:id.png`; its value includes the ending. */
const parameterIn = (segment: string): { name: string; ending: string } => {
  const [name = '', ...endings] = segment.slice(1).split('.')
  return { name, ending: endings.map((ending) => `.${ending}`).join('') }
}

const emptyNode = <Target>(): Node<Target> => ({
  literals: new Map(),
  parameters: [],
  leaf: null,
})
