import type { Connected } from '../connected.ts'
import type { Endpoints } from '../provider.ts'
import type { Upstream } from '../upstream.ts'

/** What every connector of this platform shares; made once. */
export interface SearchPlatform {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
}

/** Speaks to the platform for one connected user. */
export class SearchConnector {
  protected readonly platform: SearchPlatform
  readonly #connected: Connected<'search'>

  constructor(platform: SearchPlatform, connected: Connected<'search'>) {
    this.platform = platform
    this.#connected = connected
  }

  get selection(): Connected<'search'>['selection'] {
    return this.#connected.selection
  }
}
