// A list that may be too long for memory. The first groups stay plain, and later ones are compressed.

import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { inTurns } from './longWork.ts'
import type { Runtime } from './runtime.ts'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** This many groups stay plain, for readers that need only the head of the list. */
const groupsAtHand = 3
/**
 * Entries are much alike. The fastest compression level finds nearly all of the repetition within a small
 * window.
 */
const packing = { level: 1, windowBits: 13, memLevel: 6 }

interface Packed<Entry> {
  readonly text: Buffer
  /** Applies the functions of all `map` calls to an entry. */
  readonly change: (entry: Entry) => Entry
}

/** Plain entries, or compressed ones. */
type Group<Entry> = readonly Entry[] | Packed<Entry>

export class LongList<Entry> {
  readonly length: number
  readonly #groups: readonly Group<Entry>[]

  constructor(length: number, groups: readonly Group<Entry>[]) {
    this.length = length
    this.#groups = groups
  }

  /** The entries that are not compressed, for readers that need only the head of the list. */
  get beginning(): readonly Entry[] {
    const end = this.#groups.findIndex(isPacked)
    const first = end === -1 ? this.#groups : this.#groups.slice(0, end)
    return first.flatMap((group) => (isPacked(group) ? [] : group))
  }

  /** All entries, one group at a time. */
  async *groups(): AsyncGenerator<readonly Entry[]> {
    for (const group of this.#groups) {
      if (!isPacked(group)) yield group
      else {
        // The text is the one that `longListOf` compressed.
        const entries: Entry[] = JSON.parse((await unpack(group.text)).toString())
        yield entries.map(group.change)
      }
    }
  }

  /** Compressed entries are transformed when they are read. */
  map(change: (entry: Entry) => Entry): LongList<Entry> {
    const groups = this.#groups.map((group) =>
      isPacked(group)
        ? { ...group, change: (entry: Entry) => change(group.change(entry)) }
        : group.map(change),
    )
    return new LongList(this.length, groups)
  }

  /** Returns a list with the entries of the other lists appended. */
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

/**
 * Builds a list from entries that JSON can represent. Entries are taken and compressed one batch at a time.
 */
export async function longListOf<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'turn'>,
): Promise<LongList<Entry>> {
  const groups: Group<Entry>[] = []
  let length = 0
  for await (const some of inTurns(entries, runtime)) {
    length += some.length
    // `Buffer.from` copies the result: the output of zlib is a view of a larger buffer.
    if (groups.length < groupsAtHand) groups.push(some)
    else groups.push({ text: Buffer.from(await pack(JSON.stringify(some), packing)), change: unchanged })
  }
  return new LongList(length, groups)
}
