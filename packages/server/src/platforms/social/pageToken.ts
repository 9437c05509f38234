// The token of the chosen page. It can be read anew at any time with the person's own.

import { ServiceError } from '../../base/errors.ts'
import type { TokenSource } from '../kit/calls.ts'
import type { Connected, FreshToken } from '../kit/connected.ts'
import type { SocialPlatform } from './platform.ts'

const noRole =
  'the person who linked it has no role on the page any more. Give the role back, or link again with auth/create_link.'

export class PageToken implements TokenSource {
  readonly #platform: SocialPlatform
  readonly #connected: Connected<'social'>
  /** Reads the page's token; empty when the person has no role there any more. */
  readonly #read: () => Promise<string>
  #token: FreshToken | undefined

  constructor(platform: SocialPlatform, connected: Connected<'social'>, read: () => Promise<string>) {
    this.#platform = platform
    this.#connected = connected
    this.#read = read
  }

  async current(): Promise<FreshToken> {
    if (!this.#token) {
      const stored = this.#connected.pageToken()
      const accessToken = this.#platform.pageTokens.get(this.#name(stored)) ?? stored
      this.#token = accessToken === '' ? await this.#ask(0) : { accessToken, version: 0 }
    }
    return this.#token
  }

  async renew({ version }: FreshToken): Promise<FreshToken> {
    this.#token = await this.#ask(version + 1)
    return this.#token
  }

  async #ask(version: number): Promise<FreshToken> {
    const accessToken = await this.#read()
    if (accessToken === '')
      throw new ServiceError('PERMISSION_MISSING', { values: { platform: 'social', problem: noRole } })
    this.#platform.pageTokens.set(this.#name(this.#connected.pageToken()), accessToken)
    return { accessToken, version }
  }

  /** What a newer token takes the place of. */
  #name(stored: string): string {
    const { pin, selection } = this.#connected
    return stored === '' ? `${pin.credentialId} ${selection.page.id}` : stored
  }
}
