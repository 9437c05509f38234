// Collects an answer from the HTTP client's own events: a stream in between would cost as much as the rest of the call.

import { type BrotliDecompress, createBrotliDecompress, createUnzip, type Unzip } from 'node:zlib'
import type { ArrivingAnswer } from './answerRoom.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What the client gives to steer a request with. */
interface Controller {
  abort(reason: Error): void
  pause(): void
  resume(): void
}

export interface Head {
  readonly status: number
  readonly headers: AnswerHeaders
}

/** A handler of the client's events. */
export class Collector {
  readonly #answer: ArrivingAnswer
  readonly #done = Promise.withResolvers<Head>()
  #head: Head = { status: 0, headers: {} }
  #controller: Controller | undefined
  #unpacking: Unzip | BrotliDecompress | undefined
  #ended: unknown

  constructor(answer: ArrivingAnswer) {
    this.#answer = answer
  }

  /** Resolves when the answer is whole, or all of it that is wanted. */
  get done(): Promise<Head> {
    return this.#done.promise
  }

  /** Gives up, whether the request has left or still waits for a connection. */
  end(reason: Error): void {
    this.#done.reject(reason)
    this.#ended ??= reason
    this.#controller?.abort(reason)
    this.#unpacking?.destroy()
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#ended instanceof Error) controller.abort(this.#ended)
  }

  onResponseStart(controller: Controller, status: number, headers: AnswerHeaders): void {
    this.#head = { status, headers }
    const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
    if (encoding === 'identity') return
    if (['gzip', 'x-gzip', 'deflate', 'br'].includes(encoding))
      this.#unpack(encoding === 'br' ? createBrotliDecompress() : createUnzip(), controller)
    else this.end(new UpstreamFailure('garbled', 'The answer is packed in a way that was not asked for.'))
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#unpacking === undefined) this.#add(chunk)
    else if (!this.#unpacking.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#unpacking) this.#unpacking.end()
    else this.#done.resolve(this.#head)
  }

  onResponseError(_: Controller, error: Error): void {
    this.end(error)
  }

  #add(chunk: Buffer): void {
    if (this.#ended !== undefined) return
    try {
      if (!this.#answer.add(chunk)) return
      this.#done.resolve(this.#head)
      this.end(new Error('Nothing more is wanted.'))
    } catch (error) {
      this.end(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Compression is not asked for, but some servers answer so all the same. What counts is the size after unpacking. */
  #unpack(unpacking: Unzip | BrotliDecompress, controller: Controller): void {
    this.#unpacking = unpacking
    unpacking
      .on('data', (chunk: Buffer) => this.#add(chunk))
      .on('drain', () => controller.resume())
      .once('end', () => this.#done.resolve(this.#head))
      .on('error', (error) => this.end(error))
  }
}
