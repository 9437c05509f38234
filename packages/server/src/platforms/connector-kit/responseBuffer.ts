// Buffers response bodies while they arrive. Servers may be hostile, so each response has a byte limit. A
// shared budget limits all responses that are in memory at the same time.

import { UpstreamFailure } from './upstreamFailure.ts'

/** Responses up to this size are accepted even when the budget for large ones is exhausted. */
const smallResponseBytes = 256 * 1024

/**
 * Parsed JSON of many tiny values takes many times the memory of its text. Real platform responses stay below
 * these limits.
 */
const maxValues = 1_000_000
const maxContainers = 300_000
/**
 * Counting costs a third of parsing. Bodies below this size cannot grow enough to matter, so they are not
 * counted.
 */
const maxUncheckedBytes = 1024 * 1024

export interface ResponseBounds {
  readonly maxBytes: number
  /** Keeps the first `maxBytes` and drops the rest, instead of failing when the body is larger. */
  readonly truncate: boolean
}

export class ResponseByteBudget {
  readonly #maxBytes: number
  #bufferedBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Total size of the response bodies that are being read now. */
  get bufferedBytes(): number {
    return this.#bufferedBytes
  }

  get isFull(): boolean {
    return this.#bufferedBytes > this.#maxBytes
  }

  /** Starts a buffer for one response. The caller must call `release` after it read the response or gave up. */
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

  /** Returns true when no more bytes are needed. Throws when the response exceeds a limit. */
  add(chunk: Buffer): boolean {
    const { maxBytes, truncate } = this.#bounds
    this.#size += chunk.length
    this.#adjustTotal(chunk.length)
    this.#chunks.push(chunk)
    if (this.#size > maxBytes) {
      if (truncate) return true
      throw new UpstreamFailure('too_large', `The response has more than ${maxBytes} bytes.`)
    }
    // Image bytes contain these characters by chance, and images are never parsed as JSON.
    if (!truncate && this.#size > maxUncheckedBytes) {
      this.#valueCounter ??= new ValueCounter()
      this.#valueCounter.add(chunk)
    }
    if (this.#size > smallResponseBytes && this.#budget.isFull)
      throw new UpstreamFailure('crowded', 'Too many large responses at once.')
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

/**
 * Counts without parsing, also inside strings: a batch response carries its responses as strings, which are
 * parsed later.
 */
class ValueCounter {
  #commas = 0
  #containers = 0

  add(chunk: Buffer): void {
    // An index loop is several times as fast as an iterator.
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]
      if (byte === comma) this.#commas++
      else if (byte === brace || byte === bracket) this.#containers++
    }
    if (this.#commas > maxValues || this.#containers > maxContainers)
      throw new UpstreamFailure('too_large', 'The response has too many values.')
  }
}

const comma = 0x2c
const brace = 0x7b
const bracket = 0x5b
