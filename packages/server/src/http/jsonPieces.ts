// Writes a large value down as JSON without keeping others waiting: some at a time, with pauses in between. The bytes are
// those that `JSON.stringify` makes.

import type { Runtime } from '../base/runtime.ts'

/** So much is written at a time; a few milliseconds' work. */
const charactersAtATime = 256 * 1024
/** What lies deeper is written as a whole: an ad in its ad set, in the campaign, in the results, in the envelope. */
const mostLevels = 6

export async function jsonPieces(value: unknown, runtime: Runtime): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let text = ''
  for (const part of partsOf(value, mostLevels)) {
    text += part
    if (text.length < charactersAtATime) continue
    pieces.push(Buffer.from(text))
    text = ''
    await runtime.pause(0)
  }
  if (text !== '') pieces.push(Buffer.from(text))
  return pieces
}

function* partsOf(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
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
