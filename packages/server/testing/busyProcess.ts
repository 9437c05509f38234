// A process that falls behind for as long as a test wants it to.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll } from 'vitest'
import { longTurnMs } from '../src/guard/gate.ts'
import { get_profile } from '../src/operations/user/get_profile.ts'
import type { Handlers } from '../src/waist/handler.ts'
import { type TestService, useService } from './service.ts'

interface Busy {
  /** While it is, profiles are not answered, and time passes as each request comes in. */
  now: boolean
  /** Lets those go on that are not answered. */
  held: (() => void)[]
}

export function useBusyProcess(handlersOf: (busy: Busy) => Partial<Handlers> = () => ({})): {
  readonly service: TestService
  readonly busy: Busy
} {
  const busy: Busy = { now: false, held: [] }
  const service = useService({
    handlers: {
      'user/get_profile': {
        ...get_profile,
        async run(body, context) {
          if (busy.now) await new Promise<void>((resolve) => busy.held.push(resolve))
          return await get_profile.run(body, context)
        },
      },
      ...handlersOf(busy),
    },
  })
  // Right after it has taken a request in, and before anything else can happen.
  const passTime = () => queueMicrotask(() => busy.now && service.clock.advance(longTurnMs + 1))
  beforeAll(() => subscribe('http.server.request.start', passTime))
  afterAll(() => unsubscribe('http.server.request.start', passTime))
  return { service, busy }
}
