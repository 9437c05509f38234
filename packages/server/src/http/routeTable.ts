// Which handler answers which path and method.

import type { ServiceError } from '../base/errors.ts'
import type { Asker } from '../guard/urgency.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'

export type Handle = (exchange: Exchange) => void | Promise<void>

/** What answers at a path, by method. */
export interface Place {
  /** An operation, which answers nobody without a key. */
  readonly needsKey: boolean
  /** Who can be let in when others are sent away. */
  readonly door: Door | undefined
  readonly handles: Map<string, Handle>
  /** The path in parts; those that begin with a colon stand for anything. */
  readonly parts: readonly string[]
}

/** How a process that sheds load looks at those who ask for an operation. */
export interface Door {
  whoAsks(exchange: Exchange): Asker
  /** A few of these are let in. */
  readonly mayBeUrgent: boolean
}

export interface Found {
  readonly place: Place
  readonly parameters: Readonly<Record<string, string>>
}

/** Says what went wrong, in place of the envelope. */
export type Tell = (exchange: Exchange, failure: ServiceError, headers: AnswerHeaders) => void

const noParameters = {}

export class Routes {
  readonly #exact = new Map<string, Place>()
  readonly #patterns = new Map<string, Place>()
  readonly #tellers: { readonly prefix: string; readonly tell: Tell }[] = []

  get(path: string, handle: Handle): void {
    const { handles } = this.#place(path)
    // Node leaves the body of an answer to HEAD out.
    handles.set('GET', handle).set('HEAD', handle)
  }

  post(path: string, handle: Handle): void {
    this.#place(path).handles.set('POST', handle)
  }

  operation(path: string, handle: Handle, door?: Door): void {
    this.#place(path, true, door).handles.set('POST', handle)
  }

  /** Whatever goes wrong below this path is told people so, also where nothing is. */
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

  /** What is at the path of a request's target. */
  find(target: string): Found | undefined {
    // Almost every target is written just as its route is.
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

/** The parts of a path. One that cannot be decoded, or hides a slash, leads nowhere. */
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
