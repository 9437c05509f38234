// For tests of the console: somebody at a real browser who signs in and goes about.

import type { BrowserContextOptions } from 'playwright-core'
import { useVisits, type Visitor } from './browser.ts'

/** A service with its console, and people who are signed in at it. */
export function useConsole(options: Parameters<typeof useVisits>[0] = {}) {
  const { service, visitor } = useVisits(options)
  return {
    service,
    visitor,
    /** Somebody whose clock says what that of the service says. */
    async signedIn(options: BrowserContextOptions = {}, apiKey = service.apiKey): Promise<Visitor> {
      const somebody = await visitor(options)
      await somebody.page.clock.setFixedTime(new Date(service.clock.now()))
      await somebody.open(`${service.url}/console/`)
      await somebody.page.getByLabel('API key').fill(apiKey)
      await somebody.press('Sign in')
      await somebody.sees('Start')
      return somebody
    },
  }
}
