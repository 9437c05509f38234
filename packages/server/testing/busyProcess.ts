// Starts a service per test whose process falls behind while the test wants it to.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach } from 'vitest'
import { maxIterationMs } from '../src/admission/loadShedder.ts'
import { get_profile } from '../src/operations/user/get_profile.ts'
import type { Handlers } from '../src/pipeline/handler.ts'
import { type TestService, useService } from './service.ts'

interface BusyState {
  /** While true, profile requests get no response, and the clock advances with each incoming request. */
  isBusy: boolean
  /** Functions that let the pending profile requests continue. */
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
  // A microtask runs directly after the process has accepted the request.
  const advanceClock = () => queueMicrotask(() => busy.isBusy && service.clock.advance(maxIterationMs + 1))
  beforeEach(() => subscribe('http.server.request.start', advanceClock))
  // Runs before the service stops, because stopping waits for the pending requests.
  afterEach(() => {
    unsubscribe('http.server.request.start', advanceClock)
    busy.isBusy = false
    for (const release of busy.pendingReleases.splice(0)) release()
  })
  return { service, busy }
}
