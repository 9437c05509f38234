// A process that falls behind for as long as a test wants it to; each test has its own.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach } from 'vitest'
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
  const handlers: Partial<Handlers> = {
    'user/get_profile': {
      ...get_profile,
      async run(body, context) {
        if (busy.now) await new Promise<void>((resolve) => busy.held.push(resolve))
        return await get_profile.run(body, context)
      },
    },
    ...handlersOf(busy),
  }
  const service = useService({ handlers }, 'test')
  // Right after it has taken a request in, and before anything else can happen.
  const passTime = () => queueMicrotask(() => busy.now && service.clock.advance(longTurnMs + 1))
  beforeEach(() => subscribe('http.server.request.start', passTime))
  // Before the service stops, which waits for those that are held.
  afterEach(() => {
    unsubscribe('http.server.request.start', passTime)
    busy.now = false
    for (const release of busy.held.splice(0)) release()
  })
  return { service, busy }
}
