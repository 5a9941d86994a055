import fc from 'fast-check'

/** An operation whose subjects are positions in the lists of a run, which may be longer. */
export type BusinessCommand = {
  instance: number
  kind: (typeof kinds)[number]
  first: number
  second: number
  name: number
  spelling: number
  value: 1 | -1
}

export const nameCount = 6
const spellingCount = 3

const kinds = [
  ...(['propose', 'propose', 'propose', 'vote', 'vote', 'merge', 'merge', 'merge'] as const),
  ...(['unmerge', 'unmerge', 'name', 'name', 'alias', 'remove-alias', 'parent'] as const),
  ...(['suggest-alias', 'suggest-merge', 'accept', 'remove', 'approve', 'read', 'read'] as const),
]

const command: fc.Arbitrary<BusinessCommand> = fc.record({
  instance: fc.nat({ max: 1 }),
  kind: fc.constantFrom(...kinds),
  first: fc.nat({ max: 11 }),
  second: fc.nat({ max: 11 }),
  name: fc.nat({ max: nameCount - 1 }),
  spelling: fc.nat({ max: spellingCount - 1 }),
  value: fc.constantFrom(1 as const, -1 as const),
})

/** Rounds of concurrent requests by as many clients, through two instances. */
export const businessCommands = (rounds: number) =>
  fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), {
    minLength: rounds,
    maxLength: rounds,
  })
