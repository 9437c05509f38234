// Collects a response from the events of undici's dispatcher. A stream in between would cost as much as the
// rest of the call.

import { type BrotliDecompress, createBrotliDecompress, createUnzip, type Unzip } from 'node:zlib'
import type { ResponseBuffer } from './responseBuffer.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The object that undici passes to handlers to control a request. */
interface Controller {
  abort(reason: Error): void
  pause(): void
  resume(): void
}

export interface ResponseHead {
  readonly status: number
  readonly headers: ResponseHeaders
}

/** A dispatch handler of undici. */
export class ResponseCollector {
  readonly #buffer: ResponseBuffer
  readonly #done = Promise.withResolvers<ResponseHead>()
  #head: ResponseHead = { status: 0, headers: {} }
  #controller: Controller | undefined
  #decompressor: Unzip | BrotliDecompress | undefined
  #abortReason: unknown

  constructor(buffer: ResponseBuffer) {
    this.#buffer = buffer
  }

  /** Resolves when the body is complete, or when enough of the body has arrived. */
  get done(): Promise<ResponseHead> {
    return this.#done.promise
  }

  /** Aborts the request, whether the request was sent or still waits for a connection. */
  abort(reason: Error): void {
    this.#done.reject(reason)
    this.#abortReason ??= reason
    this.#controller?.abort(reason)
    this.#decompressor?.destroy()
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#abortReason instanceof Error) controller.abort(this.#abortReason)
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    this.#head = { status, headers }
    const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
    if (encoding === 'identity') return
    if (['gzip', 'x-gzip', 'deflate', 'br'].includes(encoding))
      this.#decompress(encoding === 'br' ? createBrotliDecompress() : createUnzip(), controller)
    else this.abort(new UpstreamFailure('garbled', 'The response has an unrequested encoding.'))
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#decompressor === undefined) this.#add(chunk)
    else if (!this.#decompressor.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#decompressor) this.#decompressor.end()
    else this.#done.resolve(this.#head)
  }

  onResponseError(_: Controller, error: Error): void {
    this.abort(error)
  }

  #add(chunk: Buffer): void {
    if (this.#abortReason !== undefined) return
    try {
      if (!this.#buffer.add(chunk)) return
      this.#done.resolve(this.#head)
      this.abort(new Error('The response is no longer needed.'))
    } catch (error) {
      this.abort(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /**
   * adrail does not request compression, but some servers compress anyway. Limits apply to the decompressed
   * size.
   */
  #decompress(decompressor: Unzip | BrotliDecompress, controller: Controller): void {
    this.#decompressor = decompressor
    decompressor
      .on('data', (chunk: Buffer) => this.#add(chunk))
      .on('drain', () => controller.resume())
      .once('end', () => this.#done.resolve(this.#head))
      .on('error', (error) => this.abort(error))
  }
}
