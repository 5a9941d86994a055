import {
  type Ballots,
  type ByClient,
  type Hold,
  mailboxOf,
  newState,
  type State,
  type Vote,
  without,
} from './submission-model.ts'

/** The older and the newer submission, and the merge of the newer one into the older one. */
export type Pair = { into: State; from: State; merge: Merge | null }

/** What a merge moved or replaced. */
type MergedBallots = { entries: ByClient<MergedEntry>; bars: number }
type Merge = MergedBallots & {
  joins: MergedBallots
  /** Flags that moved, and those that it closed. */
  moved: ByClient<true>
  closed: ByClient<true>
  comments: ByClient<number>
}

/** The vote and hold of a client on a submission. */
type Entry = { vote?: Vote | undefined; hold?: Hold | undefined }

type MergedEntry = {
  from: Entry
  into: Entry
  left: Entry
  isMoved: boolean
  isHeldByMerge: boolean
}

export const newPair: Pair = { into: newState, from: newState, merge: null }

const entryOf = ({ votes, holds }: State, by: number): Entry => {
  const [vote, hold] = [votes[by], holds[by]]
  return { ...(vote && { vote: unmarked(vote) }), ...(hold && { hold: unmarked(hold) }) }
}

const unmarked = <Marked extends Vote | Hold>({ left: _, ...rest }: Marked): Marked =>
  rest as Marked

const isEmpty = ({ vote, hold }: Entry): boolean => vote === undefined && hold === undefined
const counts = ({ vote, hold }: Entry): boolean => vote !== undefined && hold === undefined

const withEntry = (state: State, by: number, { vote, hold }: Entry): State => ({
  ...state,
  votes: vote === undefined ? without(state.votes, by) : { ...state.votes, [by]: vote },
  holds: hold === undefined ? without(state.holds, by) : { ...state.holds, [by]: hold },
})

const clientsOf = (...states: readonly State[]): number[] => [
  ...new Set(
    states.flatMap(({ votes, holds, flags, comments }) =>
      [votes, holds, flags, comments].flatMap((record) => Object.keys(record).map(Number)),
    ),
  ),
]

/** Every combination of one choice for each. */
const combinations = <Item>(choices: readonly (readonly Item[])[]): Item[][] =>
  choices.reduce<Item[][]>(
    (sofar, options) => sofar.flatMap((items) => options.map((option) => [...items, option])),
    [[]],
  )

/** Clients whose votes stay where they are, because their account is being deleted. */
const stays = (state: State, by: number): boolean => state.gone[by] === true

/** The joins in place of the votes. */
const withJoins = (state: State): State => ({ ...state, ...state.joins })
const ballotsOf = ({ votes, holds, bars }: State): Ballots => ({ votes, holds, bars })

/** The possible states after a merge. */
export const merge = ({ into, from }: Pair): Pair[] =>
  mergeBallots({ into, from }).flatMap((votes) =>
    mergeBallots({ into: withJoins(into), from: withJoins(from) }).map((joins) =>
      moveTexts({
        into: { ...votes.into, joins: ballotsOf(joins.into) },
        from: {
          ...votes.from,
          joins: ballotsOf(joins.from),
          approved: false,
          isMerged: true,
        },
        merge: {
          ...{ entries: votes.entries, bars: from.bars },
          joins: { entries: joins.entries, bars: from.joins.bars },
          ...{ moved: {}, closed: {}, comments: {} },
        },
      }),
    ),
  )

type Sides = Pick<Pair, 'into' | 'from'>

/** Of votes that were cast in one round, either may be the newest. */
const mergeBallots = ({ into, from }: Sides): (Sides & Pick<MergedBallots, 'entries'>)[] => {
  const clients = clientsOf(into, from)
  const moving = clients.filter(
    (by) => !isEmpty(entryOf(from, by)) && !(from.votes[by] !== undefined && stays(from, by)),
  )
  const concerned = clients.filter(
    (by) =>
      moving.includes(by) ||
      (!stays(into, by) &&
        !isEmpty(entryOf(into, by)) &&
        mailboxOf(by).some((alias) => moving.includes(alias))),
  )
  const options = concerned.map((by) =>
    winners(entryOf(from, by), entryOf(into, by)).map((entry) => ({ by, ...entry })),
  )
  return combinations(options)
    .flatMap((chosen) => oneOfEachMailbox(chosen))
    .map((chosen) => {
      const entries = Object.fromEntries(
        chosen.map(({ by, ...entry }) => [
          by,
          {
            ...entry,
            isHeldByMerge: entry.isHeld,
            from: entryOf(from, by),
            into: entryOf(into, by),
          },
        ]),
      )
      const left = chosen.reduce(
        (state, { by, left: { vote, hold } }) =>
          withEntry(state, by, {
            vote: vote && { ...vote, left: true },
            hold: hold && { ...hold, left: true },
          }),
        into,
      )
      const emptied = moving.reduce((state, by) => withEntry(state, by, {}), from)
      return {
        into: { ...left, bars: into.bars + from.bars },
        from: { ...emptied, bars: 0 },
        entries,
      }
    })
}

type Chosen = { by: number; left: Entry; isMoved: boolean; isHeld: boolean }

/** The newest vote, with its hold; a void hold remains in any case. */
const winners = (from: Entry, into: Entry): Omit<Chosen, 'by'>[] => {
  const isLater = (one: Entry, other: Entry) =>
    one.vote !== undefined && (other.vote === undefined || one.vote.at >= other.vote.at)
  const isVoteless = from.vote === undefined && into.vote === undefined
  const moved =
    isVoteless || isLater(from, into) ? [{ ...pick(from, from, into), isMoved: true }] : []
  const stayed = isLater(into, from) ? [{ ...pick(into, from, into), isMoved: false }] : []
  return [...moved, ...stayed]
}

const pick = (winner: Entry, from: Entry, into: Entry): { left: Entry; isHeld: boolean } => {
  const isVoid = ({ hold }: Entry) => hold?.kind === 'void'
  const holder = [from, into].find(isVoid) ?? winner
  return { left: { vote: winner.vote, hold: holder.hold }, isHeld: false }
}

type Placed = { by: number; left: Entry; isHeld: boolean }

/** Of the votes of a mailbox that count, one of the newest remains counted. */
const oneOfEachMailbox = <Item extends Placed>(items: readonly Item[]): Item[][] => {
  const mailboxes = [...Map.groupBy(items, ({ by }) => mailboxOf(by)[0]).values()]
  return combinations(
    mailboxes.map((accounts) => {
      const counted = accounts.filter(({ left }) => counts(left))
      const newest = Math.max(...counted.map(({ left }) => left.vote?.at ?? 0))
      const candidates = counted.filter(({ left }) => left.vote?.at === newest)
      if (counted.length < 2) return [accounts]
      return candidates.map((chosen) =>
        accounts.map((one) =>
          counted.includes(one) && one !== chosen
            ? { ...one, isHeld: true, left: { ...one.left, hold: { kind: 'waiting' as const } } }
            : one,
        ),
      )
    }),
  ).map((groups) => groups.flat())
}

/** Moves comments and open flags, one per person. */
const moveTexts = (pair: Pair & { merge: Merge }): Pair =>
  clientsOf(pair.from).reduce<Pair & { merge: Merge }>(({ into, from, merge: record }, by) => {
    const count = from.comments[by] ?? 0
    const isOpen = from.flags[by] === 'open' && !stays(from, by)
    const isKnown = mailboxOf(by).some((alias) => into.flags[alias] !== undefined)
    return {
      into: {
        ...into,
        comments: { ...into.comments, [by]: (into.comments[by] ?? 0) + count },
        flags: isOpen && !isKnown ? { ...into.flags, [by]: 'open' } : into.flags,
      },
      from: {
        ...from,
        comments: without(from.comments, by),
        flags: isOpen
          ? { ...without(from.flags, by), ...(isKnown ? { [by]: 'closed' as const } : {}) }
          : from.flags,
      },
      merge: {
        ...record,
        comments: { ...record.comments, [by]: count },
        moved: isOpen && !isKnown ? { ...record.moved, [by]: true } : record.moved,
        closed: isOpen && isKnown ? { ...record.closed, [by]: true } : record.closed,
      },
    }
  }, pair)

/** The possible states after a merge was undone. */
export const unmerge = ({ into, from, merge: record }: Pair & { merge: Merge }): Pair[] =>
  unmergeBallots({ into, from }, record).flatMap((votes) =>
    unmergeBallots({ into: withJoins(into), from: withJoins(from) }, record.joins).map((joins) =>
      returnTexts({
        into: { ...votes.into, joins: ballotsOf(joins.into) },
        from: { ...votes.from, joins: ballotsOf(joins.from), approved: true, isMerged: false },
        merge: record,
      }),
    ),
  )

const unmergeBallots = ({ into, from }: Sides, record: MergedBallots): Sides[] => {
  const known = Object.keys(record.entries)
    .map(Number)
    .filter((by) => record.entries[by]?.left.vote === undefined || !stays(into, by))
  const others = clientsOf(into).filter(
    (by) =>
      !known.includes(by) &&
      !stays(into, by) &&
      !isEmpty(entryOf(into, by)) &&
      mailboxOf(by).some((alias) => known.includes(alias)),
  )
  const restored = [
    ...known.map((by) => ({ by, ...restoredOf(into, by, record.entries[by] as MergedEntry) })),
    ...others.map((by) => ({ by, from: {}, into: entryOf(into, by) })),
  ]
  const place = (side: 'from' | 'into') =>
    oneOfEachMailbox(
      restored.map(({ by, [side]: entry }) => ({ by, left: entry as Entry, isHeld: false })),
    )
  const write = (state: State, placed: readonly Placed[]) =>
    placed.reduce((written, { by, left }) => withEntry(written, by, left), state)
  return place('into').flatMap((ofInto) =>
    place('from').map((ofFrom) => ({
      into: unmark({ ...write(into, ofInto), bars: into.bars - record.bars }),
      from: {
        ...write(
          from,
          ofFrom.filter(({ left }) => !isEmpty(left)),
        ),
        bars: from.bars + record.bars,
      },
    })),
  )
}

const unmark = (state: State): State => ({
  ...state,
  votes: Object.fromEntries(Object.entries(state.votes).map(([by, one]) => [by, unmarked(one)])),
  holds: Object.fromEntries(Object.entries(state.holds).map(([by, one]) => [by, unmarked(one)])),
})

/** What has changed since the merge stays; a hold that was decided on since stays decided. */
const restoredOf = (state: State, by: number, entry: MergedEntry): { from: Entry; into: Entry } => {
  const { from, into, left, isMoved, isHeldByMerge } = entry
  const current = entryOf(state, by)
  const [vote, hold] = [state.votes[by], state.holds[by]]
  const isUnchanged = vote === undefined ? left.vote === undefined : vote.left === true
  const isDecided = left.hold === undefined ? hold !== undefined : hold?.left !== true
  if (!isUnchanged) {
    const isFreed = isHeldByMerge && !isDecided
    return { from, into: isFreed ? { vote: current.vote, hold: into.hold } : current }
  }
  if (!isDecided || isHeldByMerge) return { from, into }
  return isMoved
    ? { from: { vote: from.vote, hold: current.hold }, into }
    : { from, into: { vote: into.vote, hold: current.hold } }
}

const returnTexts = ({ into, from, merge: record }: Pair & { merge: Merge }): Pair => {
  const isPresent = (by: number) => !stays(into, by)
  const moved = Object.keys(record.moved).map(Number).filter(isPresent)
  const closed = Object.keys(record.closed).map(Number).filter(isPresent)
  const spoken = Object.keys(record.comments).map(Number)
  const change = (comments: ByClient<number>, by: number, sign: 1 | -1) => ({
    ...comments,
    [by]: (comments[by] ?? 0) + sign * (record.comments[by] ?? 0),
  })
  return {
    into: {
      ...into,
      flags: moved.reduce(without, into.flags),
      comments: spoken.reduce((comments, by) => change(comments, by, -1), into.comments),
    },
    from: {
      ...from,
      flags: {
        ...from.flags,
        ...Object.fromEntries(closed.map((by) => [by, 'open' as const])),
        ...Object.fromEntries(moved.map((by) => [by, into.flags[by] ?? 'open'])),
      },
      comments: spoken.reduce((comments, by) => change(comments, by, 1), from.comments),
    },
    merge: null,
  }
}

/** The steps of deleting an account: refuse new operations, remove votes, erase texts, forget what a merge moved. */
export const stepsOfLeaving: readonly ((pair: Pair, by: number) => Pair)[] = [
  (pair, by) => onBoth(pair, (state) => ({ ...state, gone: { ...state.gone, [by]: true } })),
  (pair, by) => onBoth(pair, (state) => ({ ...state, ...withdrawn(state, by) })),
  (pair, by) => onBoth(pair, (state) => ({ ...state, joins: withdrawn(state.joins, by) })),
  ({ merge: record, ...pair }, by) => ({
    ...onBoth({ ...pair, merge: null }, (state) => ({
      ...state,
      flags: without(state.flags, by),
      comments: without(state.comments, by),
    })),
    merge: record && { ...record, comments: without(record.comments, by) },
  }),
  ({ merge: record, ...pair }, by) => ({
    ...onBoth({ ...pair, merge: null }, (state) => ({
      ...state,
      ...barred(state, by),
      joins: barred(state.joins, by),
    })),
    merge: record && {
      ...record,
      entries: without(record.entries, by),
      joins: { ...record.joins, entries: without(record.joins.entries, by) },
      moved: without(record.moved, by),
      closed: without(record.closed, by),
    },
  }),
]

const withdrawn = ({ votes, holds, bars }: Ballots, by: number): Ballots => ({
  votes: without(votes, by),
  holds: holds[by]?.kind === 'void' ? holds : without(holds, by),
  bars,
})

/** Void votes of a deleted account stay with its mailbox. */
const barred = ({ votes, holds, bars }: Ballots, by: number): Ballots => ({
  votes,
  holds: without(holds, by),
  bars: bars + (holds[by] === undefined || mailboxOf(by).length === 1 ? 0 : 1),
})

export const onBoth = (pair: Pair, change: (state: State) => State): Pair => ({
  ...pair,
  into: change(pair.into),
  from: change(pair.from),
})
