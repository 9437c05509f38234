// Resends a write with its idempotency key until the outcome is final, and advances the clocks of both sides.

import { setTimeout } from 'node:timers/promises'
import type { SandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'

/** Real time that a process may work on the operation before the clocks advance anyway. */
const idleTimeoutMs = 2000

export async function advanceUntilFinal<FinalResponse extends { readonly status: number }>(
  { service, sandbox }: { readonly service: TestService; readonly sandbox: SandboxAdmin },
  send: () => Promise<FinalResponse>,
): Promise<FinalResponse> {
  let response = await send()
  let advancedAt = performance.now()
  // A 500 is a bug in adrail, so tests never retry it.
  while (response.status > 500 || response.status === 409) {
    // A clock jump makes a process lose its lease. The clocks advance only when no process seems to work on
    // it.
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
