// A list that may be too long for memory. The first groups stay plain, and later ones are compressed.

import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Runtime } from './runtime.ts'
import { yieldingBatches } from './yieldingBatches.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** This many groups stay plain, for readers that need only the head of the list. */
const maxPlainGroups = 3
/**
 * Entries are much alike. The fastest compression level finds nearly all of the repetition within a small
 * window.
 */
const deflateOptions = { level: 1, windowBits: 13, memLevel: 6 }

interface CompressedGroup<Entry> {
  readonly text: Buffer
  /** Applies the functions of all `map` calls to an entry. */
  readonly transform: (entry: Entry) => Entry
}

/** Plain entries, or compressed ones. */
type Group<Entry> = readonly Entry[] | CompressedGroup<Entry>

export class CompressedList<Entry> {
  readonly length: number
  readonly #groups: readonly Group<Entry>[]

  constructor(length: number, groups: readonly Group<Entry>[]) {
    this.length = length
    this.#groups = groups
  }

  /** The entries that are not compressed, for readers that need only the head of the list. */
  get head(): readonly Entry[] {
    const end = this.#groups.findIndex(isCompressed)
    const plainGroups = end === -1 ? this.#groups : this.#groups.slice(0, end)
    return plainGroups.flatMap((group) => (isCompressed(group) ? [] : group))
  }

  /** All entries, one group at a time. */
  async *groups(): AsyncGenerator<readonly Entry[]> {
    for (const group of this.#groups) {
      if (!isCompressed(group)) yield group
      else {
        // The text is the one that `toCompressedList` compressed.
        const entries: Entry[] = JSON.parse((await inflate(group.text)).toString())
        yield entries.map(group.transform)
      }
    }
  }

  /** Compressed entries are transformed when they are read. */
  map(change: (entry: Entry) => Entry): CompressedList<Entry> {
    const groups = this.#groups.map((group) =>
      isCompressed(group)
        ? { ...group, transform: (entry: Entry) => change(group.transform(entry)) }
        : group.map(change),
    )
    return new CompressedList(this.length, groups)
  }

  /** Returns a list with the entries of the other lists appended. */
  concat(others: readonly CompressedList<Entry>[]): CompressedList<Entry> {
    const lists = [this, ...others]
    return new CompressedList(
      lists.reduce((sum, { length }) => sum + length, 0),
      lists.flatMap((list) => list.#groups),
    )
  }
}

function isCompressed<Entry>(group: Group<Entry>): group is CompressedGroup<Entry> {
  return 'text' in group
}

const identity = <Entry>(entry: Entry) => entry

/**
 * Builds a list from entries that JSON can represent. Entries are taken and compressed one batch at a time.
 */
export async function toCompressedList<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'yieldToLoop'>,
): Promise<CompressedList<Entry>> {
  const groups: Group<Entry>[] = []
  let length = 0
  for await (const batch of yieldingBatches(entries, runtime)) {
    length += batch.length
    // `Buffer.from` copies the result: the output of zlib is a view of a larger buffer.
    if (groups.length < maxPlainGroups) groups.push(batch)
    else
      groups.push({
        text: Buffer.from(await deflate(JSON.stringify(batch), deflateOptions)),
        transform: identity,
      })
  }
  return new CompressedList(length, groups)
}
