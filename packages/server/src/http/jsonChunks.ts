// Serializes a large value as JSON in chunks, with other work in between. The bytes equal those of
// `JSON.stringify`. A compressed list is written as the array of its entries.

import { CompressedList } from '../runtime/compressedList.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** The size of a chunk, which takes a few milliseconds. */
const chunkCharacters = 256 * 1024
/**
 * Deeper values are written as a whole: an ad in its ad set, in the campaign, in the results, in the
 * envelope.
 */
const maxLevels = 6

export async function* jsonChunks(value: unknown, runtime: Runtime): AsyncGenerator<Buffer> {
  let text = ''
  for (const token of jsonTokens(value, maxLevels)) {
    if (typeof token === 'string') text += token
    else
      for await (const entriesText of listTexts(token)) {
        await runtime.yieldToLoop()
        yield Buffer.from(text + entriesText)
        text = ''
      }
    if (text.length < chunkCharacters) continue
    yield Buffer.from(text)
    text = ''
    await runtime.yieldToLoop()
  }
  if (text !== '') yield Buffer.from(text)
}

async function* listTexts(list: CompressedList<unknown>): AsyncGenerator<string> {
  let isFirst = true
  for await (const group of list.groups()) {
    if (group.length === 0) continue
    yield `${isFirst ? '' : ','}${JSON.stringify(group).slice(1, -1)}`
    isFirst = false
  }
}

function* jsonTokens(value: unknown, levels: number): Generator<string | CompressedList<unknown>> {
  if (value instanceof CompressedList) {
    yield '['
    yield value
    yield ']'
  } else if (levels === 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
    yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    yield '['
    for (let index = 0; index < value.length; index++) {
      if (index > 0) yield ','
      yield* jsonTokens(value[index], levels - 1)
    }
    yield ']'
  } else {
    yield '{'
    let isFirst = true
    for (const [name, fieldValue] of Object.entries(value)) {
      if (fieldValue === undefined || typeof fieldValue === 'function') continue
      yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`
      isFirst = false
      yield* jsonTokens(fieldValue, levels - 1)
    }
    yield '}'
  }
}
