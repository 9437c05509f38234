// The two tokens of a connection: the person's, and the page's. A refused one is renewed once.

import { ServiceError } from '../../base/errors.ts'
import type { Connected, FreshToken } from '../kit/connected.ts'
import { asText, type Json } from '../kit/values.ts'
import { classOf } from './errors.ts'
import type { SocialPlatform } from './platform.ts'
import type { GraphCall, GraphRefusal } from './wire.ts'

export class SocialTokens {
  readonly #platform: SocialPlatform
  readonly #connected: Connected<'social'>
  readonly #read: (call: GraphCall) => Promise<Json>
  #user: Promise<FreshToken> | undefined
  #page: string | undefined

  constructor(
    platform: SocialPlatform,
    connected: Connected<'social'>,
    read: (call: GraphCall) => Promise<Json>,
  ) {
    this.#platform = platform
    this.#connected = connected
    this.#read = read
  }

  async of({ token }: GraphCall): Promise<string> {
    if (token === 'user') {
      this.#user ??= this.#connected.token()
      return (await this.#user).accessToken
    }
    if (this.#page === undefined) {
      const stored = this.#connected.pageToken()
      this.#page = this.#platform.pageTokens.get(stored) ?? stored
    }
    return this.#page
  }

  /** Whether the platform refused the token, not the request. */
  isAbout(call: GraphCall, refusal: GraphRefusal): boolean {
    return classOf(refusal) === 'expired' || (call.token === 'page' && refusal.subcode === 492)
  }

  /** Fails when there is no newer token: then the account must be linked again, or nobody knows yet. */
  async renew(call: GraphCall, refusal: GraphRefusal): Promise<void> {
    if (call.token === 'page') {
      await this.#renewPage()
      return
    }
    const { version } = await (this.#user ?? this.#connected.token())
    this.#user = this.#connected.token(version)
    const renewed = await this.#user
    if (renewed.version > version) return
    throw new ServiceError('UPSTREAM_UNAVAILABLE', {
      values: { platform: 'social' },
      retryAfterSeconds: 30,
      note: 'the token was refused and could not be renewed',
      cause: refusal,
    })
  }

  /** A page's token can be read again at any time. https://developers.facebook.com/docs/graph-api/reference/page */
  async #renewPage(): Promise<void> {
    const { page, adAccountId } = this.#connected.selection
    const body = await this.#read({
      method: 'GET',
      path: [page.id],
      params: { fields: 'access_token' },
      token: 'user',
      bucket: { type: 'ads_management', object: adAccountId },
    })
    const token = asText(body['access_token'])
    const problem =
      'the person who linked it has no role on the page any more. Give the role back, or link again with auth/create_link.'
    if (token === '')
      throw new ServiceError('PERMISSION_MISSING', { values: { platform: 'social', problem } })
    this.#platform.pageTokens.set(this.#connected.pageToken(), token)
    this.#page = token
  }
}
