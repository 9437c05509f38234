import type { Connected } from '../connected.ts'
import type { Endpoints } from '../provider.ts'
import type { Upstream } from '../upstream.ts'

/** What every connector of this platform shares; made once. */
export interface ProPlatform {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
}

/** Speaks to the platform for one connected user. */
export class ProConnector {
  protected readonly platform: ProPlatform
  readonly #connected: Connected<'pro'>

  constructor(platform: ProPlatform, connected: Connected<'pro'>) {
    this.platform = platform
    this.#connected = connected
  }

  get selection(): Connected<'pro'>['selection'] {
    return this.#connected.selection
  }
}
