// A write whose outcome is not known at once: asked for again under its key until it is, while time passes on both sides.

import { setTimeout } from 'node:timers/promises'
import type { SandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'

/** Somebody who works on it is given this long before time passes all the same. */
const idleTimeoutMs = 2000

export async function advanceUntilFinal<FinalResponse extends { readonly status: number }>(
  { service, sandbox }: { readonly service: TestService; readonly sandbox: SandboxAdmin },
  send: () => Promise<FinalResponse>,
): Promise<FinalResponse> {
  let response = await send()
  let advancedAt = performance.now()
  // A 500 is a fault of adrail, which no test retries until it is gone.
  while (response.status > 500 || response.status === 409) {
    // Time that jumps under somebody who works on it makes that one stop: it passes only when nobody seems to.
    if (response.status > 500 || performance.now() - advancedAt > idleTimeoutMs) {
      service.clock.advance(50_000)
      await sandbox.advance(50_000)
      advancedAt = performance.now()
    }
    await setTimeout(5)
    response = await send()
  }
  return response
}
