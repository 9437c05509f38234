// Reads answers of other servers, which may be hostile: each within a bound of its own, and all of them together within
// one more, because what is held at once is what memory has to hold.

import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
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

/** An answer whose head has arrived. */
interface Arriving {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
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

  async read(response: Arriving, { mostBytes, beginningOnly }: AnswerBounds): Promise<Buffer> {
    const chunks: Buffer[] = []
    const values = new ValueCount()
    let size = 0
    try {
      for await (const chunk of unpacked(response)) {
        size += chunk.length
        this.#heldBytes += chunk.length
        chunks.push(chunk)
        if (size > mostBytes) {
          if (beginningOnly) break
          throw new UpstreamFailure('too_large', `The answer has more than ${mostBytes} bytes.`)
        }
        // Pictures are of bytes of all kinds, and nobody parses them.
        if (!beginningOnly && size > uncountedBytes) values.add(chunk)
        if (this.#heldBytes > this.#mostBytes && size > smallBytes)
          throw new UpstreamFailure('crowded', 'Too many large answers at once.')
      }
      return Buffer.concat(chunks)
    } finally {
      this.#heldBytes -= size
    }
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

/** Compression is not asked for, but some servers answer so all the same. What counts is the size after unpacking. */
function unpacked({ headers, body }: Arriving): Readable {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return body
  if (!['gzip', 'x-gzip', 'deflate', 'br'].includes(encoding))
    throw new UpstreamFailure('garbled', 'The answer is packed in a way that was not asked for.')
  // A fault on either side reaches whoever reads the result.
  return pipeline(body, encoding === 'br' ? createBrotliDecompress() : createUnzip(), () => {})
}
