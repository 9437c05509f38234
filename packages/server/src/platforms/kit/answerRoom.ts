// Holds answers of other servers while they arrive. They may be hostile: each has a bound of its own, and all of them
// together one more, because what is held at once is what memory has to hold.

import { UpstreamFailure } from './upstreamFailure.ts'

/** Answers up to this size are read even when there is no room left for large ones. */
const smallBytes = 256 * 1024

/** What JSON becomes in memory is many times its text when it consists of tiny values; no platform's answers do. */
const mostValues = 1_000_000
const mostContainers = 300_000
/** Counting costs a third of parsing; what is shorter than this cannot become much. */
const uncountedBytes = 1024 * 1024

export interface AnswerBounds {
  readonly mostBytes: number
  /** Keeps the first `mostBytes` and lets go of the rest, instead of failing when there are more. */
  readonly beginningOnly: boolean
}

export class AnswerRoom {
  readonly #mostBytes: number
  #heldBytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Of all answers that are being read at this moment. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  get isFull(): boolean {
    return this.#heldBytes > this.#mostBytes
  }

  /** An answer that begins to arrive; whoever asks for it leaves when it is whole, or will not be. */
  enter(bounds: AnswerBounds): ArrivingAnswer {
    return new ArrivingAnswer(this, bounds, (bytes) => {
      this.#heldBytes += bytes
    })
  }
}

export class ArrivingAnswer {
  readonly #room: AnswerRoom
  readonly #bounds: AnswerBounds
  readonly #hold: (bytes: number) => void
  readonly #chunks: Buffer[] = []
  #values: ValueCount | undefined
  #size = 0

  constructor(room: AnswerRoom, bounds: AnswerBounds, hold: (bytes: number) => void) {
    this.#room = room
    this.#bounds = bounds
    this.#hold = hold
  }

  /** Whether nothing more is wanted. Fails when the answer is larger than it may be. */
  add(chunk: Buffer): boolean {
    const { mostBytes, beginningOnly } = this.#bounds
    this.#size += chunk.length
    this.#hold(chunk.length)
    this.#chunks.push(chunk)
    if (this.#size > mostBytes) {
      if (beginningOnly) return true
      throw new UpstreamFailure('too_large', `The answer has more than ${mostBytes} bytes.`)
    }
    // Pictures are of bytes of all kinds, and nobody parses them.
    if (!beginningOnly && this.#size > uncountedBytes) {
      this.#values ??= new ValueCount()
      this.#values.add(chunk)
    }
    if (this.#size > smallBytes && this.#room.isFull)
      throw new UpstreamFailure('crowded', 'Too many large answers at once.')
    return false
  }

  bytes(): Buffer {
    const [first] = this.#chunks
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
  }

  leave(): void {
    this.#hold(-this.#size)
    this.#size = 0
  }
}

/** Counts without parsing, inside of texts as well: a batch carries its answers as texts, which are parsed in their turn. */
class ValueCount {
  #commas = 0
  #containers = 0

  add(chunk: Buffer): void {
    // By index, which is several times as fast as an iterator.
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]
      if (byte === comma) this.#commas++
      else if (byte === brace || byte === bracket) this.#containers++
    }
    if (this.#commas > mostValues || this.#containers > mostContainers)
      throw new UpstreamFailure('too_large', 'The answer has too many values.')
  }
}

const comma = 0x2c
const brace = 0x7b
const bracket = 0x5b
