// A list that may be longer than memory is for: its beginning is kept as it is, what follows as compressed text.

import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { inTurns } from './longWork.ts'
import type { Runtime } from './runtime.ts'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** So many groups are kept as they are, for whoever wants no more than the beginning. */
const groupsAtHand = 3
/** Entries are much alike, and the fastest way to pack finds nearly all of that within a small window. */
const packing = { level: 1, windowBits: 13, memLevel: 6 }

interface Packed<Entry> {
  readonly text: Buffer
  /** Makes each entry what `map` made of it. */
  readonly change: (entry: Entry) => Entry
}

/** Entries as they are, or packed. */
type Group<Entry> = readonly Entry[] | Packed<Entry>

export class LongList<Entry> {
  readonly length: number
  readonly #groups: readonly Group<Entry>[]

  constructor(length: number, groups: readonly Group<Entry>[]) {
    this.length = length
    this.#groups = groups
  }

  /** The first entries, for whoever wants no more of them. */
  get beginning(): readonly Entry[] {
    const end = this.#groups.findIndex(isPacked)
    const first = end === -1 ? this.#groups : this.#groups.slice(0, end)
    return first.flatMap((group) => (isPacked(group) ? [] : group))
  }

  /** All entries, some at a time. */
  async *groups(): AsyncGenerator<readonly Entry[]> {
    for (const group of this.#groups) {
      if (!isPacked(group)) yield group
      else {
        // The very text that `longListOf` packed.
        const entries: Entry[] = JSON.parse((await unpack(group.text)).toString())
        yield entries.map(group.change)
      }
    }
  }

  /** Packed entries are changed when they are read. */
  map(change: (entry: Entry) => Entry): LongList<Entry> {
    const groups = this.#groups.map((group) =>
      isPacked(group)
        ? { ...group, change: (entry: Entry) => change(group.change(entry)) }
        : group.map(change),
    )
    return new LongList(this.length, groups)
  }

  /** With all entries of the others behind its own. */
  followedBy(others: readonly LongList<Entry>[]): LongList<Entry> {
    const lists = [this, ...others]
    return new LongList(
      lists.reduce((sum, { length }) => sum + length, 0),
      lists.flatMap((list) => list.#groups),
    )
  }
}

function isPacked<Entry>(group: Group<Entry>): group is Packed<Entry> {
  return 'text' in group
}

const unchanged = <Entry>(entry: Entry) => entry

/** Of entries that can be written as JSON, taken and packed some at a time as they are made. */
export async function longListOf<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'turn'>,
): Promise<LongList<Entry>> {
  const groups: Group<Entry>[] = []
  let length = 0
  for await (const some of inTurns(entries, runtime)) {
    length += some.length
    // A copy of its own size: what was packed lies at the beginning of a larger buffer.
    if (groups.length < groupsAtHand) groups.push(some)
    else groups.push({ text: Buffer.from(await pack(JSON.stringify(some), packing)), change: unchanged })
  }
  return new LongList(length, groups)
}
