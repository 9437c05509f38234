// A document that is the same for everyone. The first request renders, hashes and compresses it. Later
// requests get it from memory.

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Exchange } from './exchange.ts'
import { commonHeaders } from './httpResponses.ts'

export interface DocumentSource {
  readonly headers: Readonly<Record<string, string>>
  render(): string | Buffer | Promise<string | Buffer>
}

interface RenderedDocument {
  readonly etag: string
  /** By content coding, the preferred one first. */
  readonly codings: readonly (readonly [name: string, bytes: Buffer])[]
  readonly uncompressed: Buffer
}

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
/** Higher qualities take seconds and save only a few percent. */
const brotliQuality = 5

export class CachedDocument {
  readonly #source: DocumentSource
  #rendered: Promise<RenderedDocument> | undefined

  constructor(source: DocumentSource) {
    this.#source = source
  }

  async send(exchange: Exchange): Promise<void> {
    this.#rendered ??= renderDocument(this.#source)
    const { etag, codings, uncompressed } = await this.#rendered
    const headers = {
      ...commonHeaders(exchange.requestId),
      // Unless the source overrides this, caches serve the document for an hour, and then revalidate it.
      'cache-control': 'public, max-age=3600',
      ...this.#source.headers,
      etag: etag,
      vary: 'accept-encoding',
    }
    if (matchesEtag(exchange.header('if-none-match'), etag)) return exchange.send(304, headers)
    const accepted = parseAcceptEncoding(exchange.header('accept-encoding') ?? '')
    const [coding, bytes] = codings.find(([name]) => accepted.has(name)) ?? ['', uncompressed]
    const codingHeaders = coding === '' ? {} : { 'content-encoding': coding }
    await exchange.sendBuffer(200, { ...headers, ...codingHeaders }, bytes)
  }
}

async function renderDocument(source: DocumentSource): Promise<RenderedDocument> {
  const uncompressed = Buffer.from(await source.render())
  const quality = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  const [br, gz] = await Promise.all([
    brotliAsync(uncompressed, { params: quality }),
    gzipAsync(uncompressed),
  ])
  return {
    // A weak ETag, because it is the same for every content coding.
    etag: `W/"${hash('sha256', uncompressed, 'base64url').slice(0, 22)}"`,
    codings: [
      ['br', br],
      ['gzip', gz],
    ],
    uncompressed,
  }
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const withoutWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '')
  return (
    header.trim() === '*' ||
    header.split(',').some((tag) => withoutWeakPrefix(tag) === withoutWeakPrefix(etag))
  )
}

/**
 * The content codings that the client accepts. Every step is linear: the header may have 16 KiB of arbitrary
 * text.
 */
function parseAcceptEncoding(header: string): Set<string> {
  const codings = header
    .split(',')
    .map((part) => part.split(';').map((parameter) => parameter.trim().toLowerCase()))
  const isRefused = (weight: string) => /^q=0(\.0*)?$/.test(weight)
  return new Set(codings.flatMap(([name = '', ...weights]) => (weights.some(isRefused) ? [] : [name])))
}
