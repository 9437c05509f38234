// The table of routes: handlers by path and method.

import type { ServiceError } from '../base/errors.ts'
import type { Asker } from '../guard/urgency.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'

export type Handle = (exchange: Exchange) => void | Promise<void>

/** The handlers of a path, by method. */
export interface Place {
  /** Set for operations, which require a key. */
  readonly needsKey: boolean
  /** How to identify callers to admit while the process sheds load. */
  readonly door: Door | undefined
  readonly handles: Map<string, Handle>
  /** The segments of the path. A segment that begins with a colon matches any value. */
  readonly parts: readonly string[]
}

/** How a process that sheds load identifies callers of an operation. */
export interface Door {
  whoAsks(exchange: Exchange): Asker
  /** Whether the operation can be urgent, so that a few of its requests are admitted. */
  readonly mayBeUrgent: boolean
}

export interface Found {
  readonly place: Place
  readonly parameters: Readonly<Record<string, string>>
}

/** Sends a failure in place of the envelope. */
export type Tell = (exchange: Exchange, failure: ServiceError, headers: AnswerHeaders) => void

const noParameters = {}

export class Routes {
  readonly #exact = new Map<string, Place>()
  readonly #patterns = new Map<string, Place>()
  readonly #tellers: { readonly prefix: string; readonly tell: Tell }[] = []

  get(path: string, handle: Handle): void {
    const { handles } = this.#place(path)
    // Node leaves out the body of a response to HEAD.
    handles.set('GET', handle).set('HEAD', handle)
  }

  post(path: string, handle: Handle): void {
    this.#place(path).handles.set('POST', handle)
  }

  operation(path: string, handle: Handle, door?: Door): void {
    this.#place(path, true, door).handles.set('POST', handle)
  }

  /** Sets the handler for failures below this path, including failures of paths without a route. */
  tell(prefix: string, tell: Tell): void {
    this.#tellers.push({ prefix, tell })
  }

  tellerOf(target: string): Tell | undefined {
    return this.#tellers.find(({ prefix }) => pathOf(target).startsWith(prefix))?.tell
  }

  #place(path: string, needsKey = false, door?: Door): Place {
    const places = path.includes(':') ? this.#patterns : this.#exact
    const place = places.get(path) ?? { needsKey, door, handles: new Map(), parts: path.split('/') }
    places.set(path, place)
    return place
  }

  /** Finds the route of a request target. */
  find(target: string): Found | undefined {
    // Almost every target equals the path of its route.
    const asWritten = this.#exact.get(target)
    if (asWritten) return { place: asWritten, parameters: noParameters }
    const parts = decoded(pathOf(target))
    if (!parts) return undefined
    const exact = this.#exact.get(parts.join('/'))
    if (exact) return { place: exact, parameters: noParameters }
    for (const place of this.#patterns.values()) {
      const parameters = match(place.parts, parts)
      if (parameters) return { place, parameters }
    }
    return undefined
  }
}

function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)
  return path
}

/** The decoded segments of a path. A segment that cannot be decoded or hides a slash matches no route. */
function decoded(path: string): string[] | undefined {
  const parts = path.split('/')
  if (!path.includes('%')) return parts
  try {
    const plain = parts.map(decodeURIComponent)
    return plain.some((part) => part.includes('/')) ? undefined : plain
  } catch {
    return undefined
  }
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const given = parts[index] ?? ''
    if (part.startsWith(':') && given !== '') parameters[part.slice(1)] = given
    else if (part !== given) return undefined
  }
  return parameters
}
