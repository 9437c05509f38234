// A list that may be longer than memory is for: its beginning is kept as it is, what follows as compressed text.

import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** So many entries are packed and unpacked together; a few milliseconds' work. */
const entriesTogether = 250
/** Entries are much alike, and the fastest way to pack finds nearly all of that. */
const level = 1

/** Entries as they are, or packed. */
type Group<Entry> = readonly Entry[] | Buffer

export class LongList<Entry> {
  readonly length: number
  readonly #groups: readonly Group<Entry>[]

  constructor(length: number, groups: readonly Group<Entry>[]) {
    this.length = length
    this.#groups = groups
  }

  /** The first entries, for whoever wants no more of them. */
  get beginning(): readonly Entry[] {
    const end = this.#groups.findIndex((group) => Buffer.isBuffer(group))
    const first = end === -1 ? this.#groups : this.#groups.slice(0, end)
    return first.flatMap((group) => (Buffer.isBuffer(group) ? [] : group))
  }

  /** All entries, some at a time. */
  async *groups(): AsyncGenerator<readonly Entry[]> {
    for (const group of this.#groups) {
      if (!Buffer.isBuffer(group)) yield group
      else {
        // The very text that `longListOf` packed.
        const entries: Entry[] = JSON.parse((await unpack(group)).toString())
        yield entries
      }
    }
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

/** Of entries that can be written as JSON, taken one by one as they are made. */
export async function longListOf<Entry>(entries: AsyncIterable<Entry>): Promise<LongList<Entry>> {
  const groups: Group<Entry>[] = []
  let length = 0
  let together: Entry[] = []
  for await (const entry of entries) {
    length++
    together.push(entry)
    if (together.length < entriesTogether) continue
    groups.push(groups.length === 0 ? together : await pack(JSON.stringify(together), { level }))
    together = []
  }
  return new LongList(length, together.length === 0 ? groups : [...groups, together])
}
