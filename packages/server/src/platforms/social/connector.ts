import type { Connected } from '../connected.ts'
import type { Endpoints } from '../provider.ts'
import type { Upstream } from '../upstream.ts'

/** What every connector of this platform shares; made once. */
export interface SocialPlatform {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
}

/** Speaks to the platform for one connected user. */
export class SocialConnector {
  protected readonly platform: SocialPlatform
  readonly #connected: Connected<'social'>

  constructor(platform: SocialPlatform, connected: Connected<'social'>) {
    this.platform = platform
    this.#connected = connected
  }

  get selection(): Connected<'social'>['selection'] {
    return this.#connected.selection
  }
}
