// The sandbox that runs in the process of the service.

import type { DemoAccess, Sandbox, SandboxOptions } from '@adrail/sandbox'
import type { Config } from '../config/config.ts'
import { sandboxedPlatforms } from './emulation.ts'
import type { SandboxWorld } from './sandboxWorld.ts'

export interface EmbeddedSandbox {
  readonly sandbox: Sandbox
  readonly world: SandboxWorld
  /** Returns the accounts and people of the sandbox that the demo shows. */
  demo(): DemoAccess
}

/** Returns undefined if every platform is live, or if another sandbox is used. */
export async function embedSandbox(
  config: Config,
  options: SandboxOptions = {},
): Promise<EmbeddedSandbox | undefined> {
  if (config.sandboxUrl !== '' || sandboxedPlatforms(config).length === 0) return undefined
  // Loaded only if needed: a service on live platforms does not load the emulator.
  const { demoAccess, startSandbox } = await import('@adrail/sandbox')
  const { sandboxPort: port, sandboxHost: host, sandboxVariationSeed: variation } = config
  const sandbox = await startSandbox({ port, host, variation, ...options })
  return { sandbox, world: toSandboxWorld(sandbox), demo: () => demoAccess(sandbox.people()) }
}

function toSandboxWorld(sandbox: Sandbox): SandboxWorld {
  return {
    now: () => sandbox.clock.now(),
    createdAt: () => sandbox.world().seededAt,
    id: () => sandbox.world().id,
    refresh: async () => {},
  }
}
