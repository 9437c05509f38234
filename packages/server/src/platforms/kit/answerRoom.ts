// Holds answers of other servers while they arrive. They may be hostile: each has a bound of its own, and all of them
// together one more, because what is held at once is what memory has to hold.

import { UpstreamFailure } from './upstreamFailure.ts'

/** Answers up to this size are read even when there is no room left for large ones. */
const smallResponseBytes = 256 * 1024

/** What JSON becomes in memory is many times its text when it consists of tiny values; no platform's answers do. */
const maxValues = 1_000_000
const maxContainers = 300_000
/** Counting costs a third of parsing; what is shorter than this cannot become much. */
const uncheckedBytes = 1024 * 1024

export interface ResponseBounds {
  readonly maxBytes: number
  /** Keeps the first `maxBytes` and lets go of the rest, instead of failing when there are more. */
  readonly truncate: boolean
}

export class ResponseByteBudget {
  readonly #maxBytes: number
  #bufferedBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Of all answers that are being read at this moment. */
  get bufferedBytes(): number {
    return this.#bufferedBytes
  }

  get isFull(): boolean {
    return this.#bufferedBytes > this.#maxBytes
  }

  /** An answer that begins to arrive; whoever asks for it leaves when it is whole, or will not be. */
  openBuffer(bounds: ResponseBounds): ResponseBuffer {
    return new ResponseBuffer(this, bounds, (bytes) => {
      this.#bufferedBytes += bytes
    })
  }
}

export class ResponseBuffer {
  readonly #budget: ResponseByteBudget
  readonly #bounds: ResponseBounds
  readonly #adjustTotal: (bytes: number) => void
  readonly #chunks: Buffer[] = []
  #valueCounter: ValueCounter | undefined
  #size = 0

  constructor(budget: ResponseByteBudget, bounds: ResponseBounds, adjustTotal: (bytes: number) => void) {
    this.#budget = budget
    this.#bounds = bounds
    this.#adjustTotal = adjustTotal
  }

  /** Whether nothing more is wanted. Fails when the answer is larger than it may be. */
  add(chunk: Buffer): boolean {
    const { maxBytes, truncate } = this.#bounds
    this.#size += chunk.length
    this.#adjustTotal(chunk.length)
    this.#chunks.push(chunk)
    if (this.#size > maxBytes) {
      if (truncate) return true
      throw new UpstreamFailure('too_large', `The answer has more than ${maxBytes} bytes.`)
    }
    // Pictures are of bytes of all kinds, and nobody parses them.
    if (!truncate && this.#size > uncheckedBytes) {
      this.#valueCounter ??= new ValueCounter()
      this.#valueCounter.add(chunk)
    }
    if (this.#size > smallResponseBytes && this.#budget.isFull)
      throw new UpstreamFailure('crowded', 'Too many large answers at once.')
    return false
  }

  bytes(): Buffer {
    const [first] = this.#chunks
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
  }

  release(): void {
    this.#adjustTotal(-this.#size)
    this.#size = 0
  }
}

/** Counts without parsing, inside of texts as well: a batch carries its answers as texts, which are parsed in their turn. */
class ValueCounter {
  #commas = 0
  #containers = 0

  add(chunk: Buffer): void {
    // By index, which is several times as fast as an iterator.
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]
      if (byte === comma) this.#commas++
      else if (byte === brace || byte === bracket) this.#containers++
    }
    if (this.#commas > maxValues || this.#containers > maxContainers)
      throw new UpstreamFailure('too_large', 'The answer has too many values.')
  }
}

const comma = 0x2c
const brace = 0x7b
const bracket = 0x5b
