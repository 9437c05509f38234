// A write whose outcome is not known at once: asked for again under its key until it is, while time passes on both sides.

import { setTimeout } from 'node:timers/promises'
import type { SandboxDoor } from './sandbox.ts'
import type { TestService } from './service.ts'

/** Somebody who works on it is given this long before time passes all the same. */
const patienceMs = 2000

export async function untilSettled<Answer extends { readonly status: number }>(
  { service, sandbox }: { readonly service: TestService; readonly sandbox: SandboxDoor },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask()
  let passedAt = performance.now()
  // A 500 is a fault of adrail, which no test retries until it is gone.
  while (answer.status > 500 || answer.status === 409) {
    // Time that jumps under somebody who works on it makes that one stop: it passes only when nobody seems to.
    if (answer.status > 500 || performance.now() - passedAt > patienceMs) {
      service.clock.advance(50_000)
      await sandbox.advance(50_000)
      passedAt = performance.now()
    }
    await setTimeout(5)
    answer = await ask()
  }
  return answer
}
