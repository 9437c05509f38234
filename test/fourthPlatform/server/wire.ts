// Requests and responses of Town Board's API: JSON with a bearer token, and refusals with an error code.

import { ServiceError } from '../../runtime/errors.ts'
import type { AppConfig } from '../connector-kit/provider.ts'
import type { UpstreamRequest, UpstreamResponse } from '../connector-kit/upstream.ts'
import { toUpstreamError } from '../connector-kit/upstreamErrors.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { asText, valueAt } from '../connector-kit/values.ts'

export interface TownCall {
  readonly name: string
  /** Path below the version. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** The body of a write. Absent for reads. */
  readonly body?: Readonly<Record<string, unknown>>
}

export class TownRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.name = 'TownRefusal'
    this.status = status
    this.code = code
  }
}

export function buildTownRequest(
  { name, path, query = {}, body }: TownCall,
  { apiUrl, version }: AppConfig,
  accessToken: string,
): UpstreamRequest {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const url = `${apiUrl}/town/${version}/${path}?${new URLSearchParams(query)}`
  const request = { callName: `town ${name}`, url, headers } as const
  return body === undefined
    ? { ...request, method: 'GET' }
    : { ...request, method: 'POST', body: JSON.stringify(body) }
}

export function parseTownResponse(response: UpstreamResponse): unknown {
  if (response.status !== 200)
    throw new TownRefusal(response.status, asText(valueAt(response.json(), 'error')))
  return response.takeJson()
}

export function isTownTokenError(error: unknown): boolean {
  return error instanceof TownRefusal && error.status === 401
}

export function isTownServerError(error: unknown): boolean {
  return error instanceof TownRefusal && error.status >= 500
}

export function toTownError(thrown: unknown): unknown {
  if (thrown instanceof UpstreamFailure) return toUpstreamError(thrown, 'town')
  if (!(thrown instanceof TownRefusal)) return thrown
  const { status, code } = thrown
  const contractCode =
    status === 401
      ? 'ACCOUNT_RELINK_REQUIRED'
      : status === 429
        ? 'UPSTREAM_RATE_LIMITED'
        : status >= 500
          ? 'UPSTREAM_ERROR'
          : 'PLATFORM_REJECTED'
  return new ServiceError(contractCode, {
    values: { platform: 'town', seconds: 60, problem: code, reason: 'its access is no longer accepted' },
    platformError: { platform: 'town', code, subcode: '', traceId: '' },
    cause: thrown,
  })
}
