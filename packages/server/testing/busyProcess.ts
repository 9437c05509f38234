// A process that falls behind for as long as a test wants it to; each test has its own.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach } from 'vitest'
import { longIterationMs } from '../src/guard/gate.ts'
import { get_profile } from '../src/operations/user/get_profile.ts'
import type { Handlers } from '../src/waist/handler.ts'
import { type TestService, useService } from './service.ts'

interface BusyState {
  /** While it is, profiles are not answered, and time passes as each request comes in. */
  isBusy: boolean
  /** Lets those go on that are not answered. */
  pendingReleases: (() => void)[]
}

export function useBusyProcess(buildHandlers: (busy: BusyState) => Partial<Handlers> = () => ({})): {
  readonly service: TestService
  readonly busy: BusyState
} {
  const busy: BusyState = { isBusy: false, pendingReleases: [] }
  const handlers: Partial<Handlers> = {
    'user/get_profile': {
      ...get_profile,
      async run(body, context) {
        if (busy.isBusy) await new Promise<void>((resolve) => busy.pendingReleases.push(resolve))
        return await get_profile.run(body, context)
      },
    },
    ...buildHandlers(busy),
  }
  const service = useService({ handlers }, 'test')
  // Right after it has taken a request in, and before anything else can happen.
  const advanceClock = () => queueMicrotask(() => busy.isBusy && service.clock.advance(longIterationMs + 1))
  beforeEach(() => subscribe('http.server.request.start', advanceClock))
  // Before the service stops, which waits for those that are held.
  afterEach(() => {
    unsubscribe('http.server.request.start', advanceClock)
    busy.isBusy = false
    for (const release of busy.pendingReleases.splice(0)) release()
  })
  return { service, busy }
}
