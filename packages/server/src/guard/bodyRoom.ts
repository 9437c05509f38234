// How many bytes of bodies are held at once, over all connections. A body counts from before it is read until its
// request is answered, because what was parsed from it lives that long.

import { ServiceError } from '../base/errors.ts'

export class BodyRoom {
  readonly #mostBytes: number
  #held = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  has(bytes: number): boolean {
    return this.#held + bytes <= this.#mostBytes
  }

  /** Takes the room, or refuses; returns how to give it back. */
  take(bytes: number): () => void {
    if (!this.has(bytes))
      throw new ServiceError('OVERLOADED', { retryAfterSeconds: 1, note: 'too many bytes of bodies at once' })
    this.#held += bytes
    return () => {
      this.#held -= bytes
    }
  }
}
