// Requests that a platform sends to an application. Targets are on this machine only, because the sandbox
// notifies no one else.

import { SimulationInputError } from './exchange.ts'

export interface PushResult {
  /** 0 when there was no response. */
  readonly status: number
  readonly body?: string
  readonly problem?: string
}

const loopbackUrlPattern = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\//

export function isLoopbackUrl(url: string): boolean {
  return loopbackUrlPattern.test(url)
}

export function readLoopbackUrl(field: string, value: unknown): string {
  if (typeof value === 'string' && isLoopbackUrl(value)) return value
  throw new SimulationInputError(
    field,
    `'${field}' must be a URL on this machine, such as 'http://127.0.0.1:8080/deauthorize'.`,
  )
}

export async function pushWebhook(
  url: string,
  request: {
    readonly method?: 'GET' | 'POST'
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | URLSearchParams
  },
): Promise<PushResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
      redirect: 'manual',
      ...request,
    })
    return { status: response.status, body: (await response.text()).slice(0, 2_000) }
  } catch (error) {
    return { status: 0, problem: String(error) }
  }
}
