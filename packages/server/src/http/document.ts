// A document that is the same for everyone. The first request renders, hashes and compresses it. Later
// requests get it from memory.

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { commonHeaders } from './answer.ts'
import type { Exchange } from './exchange.ts'

export interface Draft {
  readonly headers: Readonly<Record<string, string>>
  write(): string | Promise<string>
}

interface Copy {
  readonly tag: string
  /** By content coding, the preferred one first. */
  readonly codings: readonly (readonly [name: string, bytes: Buffer])[]
  readonly plain: Buffer
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
/** Higher qualities take seconds and save only a few percent. */
const brotliQuality = 5

export class Document {
  readonly #draft: Draft
  #copy: Promise<Copy> | undefined

  constructor(draft: Draft) {
    this.#draft = draft
  }

  async send(exchange: Exchange): Promise<void> {
    this.#copy ??= makeCopy(this.#draft)
    const { tag, codings, plain } = await this.#copy
    const headers = {
      ...commonHeaders(exchange.requestId),
      // Unless the source overrides this, caches serve the document for an hour, and then revalidate it.
      'cache-control': 'public, max-age=3600',
      ...this.#draft.headers,
      etag: tag,
      vary: 'accept-encoding',
    }
    if (isKnown(exchange.header('if-none-match'), tag)) return exchange.send(304, headers)
    const accepted = acceptedIn(exchange.header('accept-encoding') ?? '')
    const [coding, bytes] = codings.find(([name]) => accepted.has(name)) ?? ['', plain]
    const coded = coding === '' ? {} : { 'content-encoding': coding }
    await exchange.sendReady(200, { ...headers, ...coded }, bytes)
  }
}

async function makeCopy(draft: Draft): Promise<Copy> {
  const plain = Buffer.from(await draft.write())
  const quality = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  const [br, gz] = await Promise.all([toBrotli(plain, { params: quality }), toGzip(plain)])
  return {
    // A weak ETag, because it is the same for every content coding.
    tag: `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    codings: [
      ['br', br],
      ['gzip', gz],
    ],
    plain,
  }
}

function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const strong = (each: string) => each.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((each) => strong(each) === strong(tag))
}

/**
 * The content codings that the client accepts. Every step is linear: the header may have 16 KiB of arbitrary
 * text.
 */
function acceptedIn(header: string): Set<string> {
  const codings = header.split(',').map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()))
  const isRefused = (weight: string) => /^q=0(\.0*)?$/.test(weight)
  return new Set(codings.flatMap(([name = '', ...weights]) => (weights.some(isRefused) ? [] : [name])))
}
