// The table of routes: handlers by path and method.

import type { CallerLookup } from '../admission/urgentAccess.ts'
import type { ServiceError } from '../runtime/errors.ts'
import type { Exchange, ResponseHeaders } from './exchange.ts'

export type RouteHandler = (exchange: Exchange) => void | Promise<void>

/** The handlers of a path, by method. */
export interface Route {
  /** Set for operations, which require a key. */
  readonly requiresKey: boolean
  /** How to identify callers to admit while the process sheds load. */
  readonly shedding: SheddingPolicy | undefined
  readonly handlers: Map<string, RouteHandler>
  /** The segments of the path. A segment that begins with a colon matches any value. */
  readonly segments: readonly string[]
}

/** How a process that sheds load identifies callers of an operation. */
export interface SheddingPolicy {
  callerLookup(exchange: Exchange): CallerLookup
  /** Whether the operation can be urgent, so that a few of its requests are admitted. */
  readonly canBeUrgent: boolean
}

export interface RouteMatch {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string>>
}

/** Sends a failure in place of the envelope. */
export type FailureHandler = (exchange: Exchange, failure: ServiceError, headers: ResponseHeaders) => void

const noParameters = {}

export class Routes {
  readonly #exactRoutes = new Map<string, Route>()
  readonly #patternRoutes = new Map<string, Route>()
  readonly #failureHandlers: { readonly prefix: string; readonly onFailure: FailureHandler }[] = []

  get(path: string, handler: RouteHandler): void {
    const { handlers } = this.#getOrAdd(path)
    // Node leaves out the body of a response to HEAD.
    handlers.set('GET', handler).set('HEAD', handler)
  }

  post(path: string, handler: RouteHandler): void {
    this.#getOrAdd(path).handlers.set('POST', handler)
  }

  operation(path: string, handler: RouteHandler, shedding?: SheddingPolicy): void {
    this.#getOrAdd(path, true, shedding).handlers.set('POST', handler)
  }

  /** Sets the handler for failures below this path, including failures of paths without a route. */
  onFailure(prefix: string, onFailure: FailureHandler): void {
    this.#failureHandlers.push({ prefix, onFailure })
  }

  failureHandlerFor(target: string): FailureHandler | undefined {
    return this.#failureHandlers.find(({ prefix }) => parsePath(target).startsWith(prefix))?.onFailure
  }

  #getOrAdd(path: string, requiresKey = false, shedding?: SheddingPolicy): Route {
    const routes = path.includes(':') ? this.#patternRoutes : this.#exactRoutes
    const route = routes.get(path) ?? {
      requiresKey,
      shedding,
      handlers: new Map(),
      segments: path.split('/'),
    }
    routes.set(path, route)
    return route
  }

  /** Finds the route of a request target. */
  find(target: string): RouteMatch | undefined {
    // Almost every target equals the path of its route.
    const exactRoute = this.#exactRoutes.get(target)
    if (exactRoute) return { route: exactRoute, parameters: noParameters }
    const segments = decodeSegments(parsePath(target))
    if (!segments) return undefined
    const exact = this.#exactRoutes.get(segments.join('/'))
    if (exact) return { route: exact, parameters: noParameters }
    for (const route of this.#patternRoutes.values()) {
      const parameters = matchSegments(route.segments, segments)
      if (parameters) return { route, parameters }
    }
    return undefined
  }
}

function parsePath(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)
  return path
}

/** The decoded segments of a path. A segment that cannot be decoded or hides a slash matches no route. */
function decodeSegments(path: string): string[] | undefined {
  const segments = path.split('/')
  if (!path.includes('%')) return segments
  try {
    const decodedSegments = segments.map(decodeURIComponent)
    return decodedSegments.some((part) => part.includes('/')) ? undefined : decodedSegments
  } catch {
    return undefined
  }
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, patternSegment] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (patternSegment.startsWith(':') && segment !== '') parameters[patternSegment.slice(1)] = segment
    else if (patternSegment !== segment) return undefined
  }
  return parameters
}
