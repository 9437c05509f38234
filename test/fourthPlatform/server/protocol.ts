import type { Protocol, TokenSource } from '../connector-kit/calls.ts'
import { type ConnectedAccount, UserTokenSource } from '../connector-kit/connectedAccount.ts'
import type { PlatformDeps, SharedDeps } from '../connector-kit/platform.ts'
import type { Sender } from '../connector-kit/upstream.ts'
import { isTransientFailure } from '../connector-kit/upstreamErrors.ts'
import {
  buildTownRequest,
  isTownServerError,
  isTownTokenError,
  parseTownResponse,
  type TownCall,
  toTownError,
} from './wire.ts'

export type TownPlatform = PlatformDeps & SharedDeps

export class TownProtocol implements Protocol<TownCall> {
  readonly platform = 'town'
  readonly newTokenDelaysMs: readonly number[] = []
  readonly #shared: TownPlatform
  readonly #token: TokenSource
  readonly #sender: Sender

  constructor(shared: TownPlatform, connectedAccount: ConnectedAccount) {
    this.#shared = shared
    this.#token = new UserTokenSource(connectedAccount)
    this.#sender = shared.breakers.wrap(shared.upstream, connectedAccount.selection.accountId)
  }

  callTitle({ name }: TownCall): string {
    return name
  }

  tokenSourceFor(): TokenSource {
    return this.#token
  }

  singleflightKey(call: TownCall): string {
    return JSON.stringify(call)
  }

  async send(call: TownCall, accessToken: string): Promise<unknown> {
    const request = buildTownRequest(call, this.#shared.appConfig, accessToken)
    return parseTownResponse(await this.#sender.send(request))
  }

  isTokenError(error: unknown): boolean {
    return isTownTokenError(error)
  }

  retryAfterMs(error: unknown, attempts: number): number | undefined {
    return isTransientFailure(error, attempts) || isTownServerError(error) ? 0 : undefined
  }

  resendAfterMs(): number | undefined {
    return undefined
  }

  translate(error: unknown): unknown {
    return toTownError(error)
  }
}
