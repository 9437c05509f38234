// Serializes a large value as JSON in chunks, with other work in between. The bytes equal those of
// `JSON.stringify`. A compressed list is written as the array of its entries.

import { LongList } from '../base/longList.ts'
import type { Runtime } from '../base/runtime.ts'

/** The size of a chunk, which takes a few milliseconds. */
const charactersAtATime = 256 * 1024
/**
 * Deeper values are written as a whole: an ad in its ad set, in the campaign, in the results, in the
 * envelope.
 */
const mostLevels = 6

export async function* jsonPieces(value: unknown, runtime: Runtime): AsyncGenerator<Buffer> {
  let text = ''
  for (const part of partsOf(value, mostLevels)) {
    if (typeof part === 'string') text += part
    else
      for await (const entries of entriesOf(part)) {
        await runtime.turn()
        yield Buffer.from(text + entries)
        text = ''
      }
    if (text.length < charactersAtATime) continue
    yield Buffer.from(text)
    text = ''
    await runtime.turn()
  }
  if (text !== '') yield Buffer.from(text)
}

async function* entriesOf(list: LongList<unknown>): AsyncGenerator<string> {
  let isFirst = true
  for await (const group of list.groups()) {
    if (group.length === 0) continue
    yield `${isFirst ? '' : ','}${JSON.stringify(group).slice(1, -1)}`
    isFirst = false
  }
}

function* partsOf(value: unknown, levels: number): Generator<string | LongList<unknown>> {
  if (value instanceof LongList) {
    yield '['
    yield value
    yield ']'
  } else if (levels === 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
    yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    yield '['
    for (let index = 0; index < value.length; index++) {
      if (index > 0) yield ','
      yield* partsOf(value[index], levels - 1)
    }
    yield ']'
  } else {
    yield '{'
    let isFirst = true
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined || typeof member === 'function') continue
      yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`
      isFirst = false
      yield* partsOf(member, levels - 1)
    }
    yield '}'
  }
}
