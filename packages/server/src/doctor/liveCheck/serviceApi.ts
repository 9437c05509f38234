// HTTP client for the running service. It authenticates with an API key, like any caller.

import type { OperationName } from '@adrail/contract'
import { AdminError } from '../../admin/terminal.ts'
import { makeUpstream } from '../../platforms/connector-kit/upstream.ts'
import { UpstreamFailure } from '../../platforms/connector-kit/upstreamFailure.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export interface ServiceApi {
  call(operation: OperationName, body: Readonly<Record<string, unknown>>): Promise<ApiResponse>
  /** Retries the request under one idempotency key until its outcome is known. */
  write(operation: OperationName, body: Readonly<Record<string, unknown>>): Promise<ApiResponse>
  close(): Promise<void>
}

export type ApiResponse =
  | { readonly success: true; readonly results: Readonly<Record<string, unknown>> }
  | { readonly success: false; readonly code: string }

const timeoutMs = 60_000
const maxAttempts = 10

export function createServiceApi(serviceUrl: string, apiKey: string, runtime: Runtime): ServiceApi {
  const upstream = makeUpstream(runtime, [serviceUrl])
  const post = async (
    operation: OperationName,
    body: object,
    headers: Readonly<Record<string, string>>,
  ): Promise<ApiResponse> => {
    try {
      const response = await upstream.send({
        callName: 'service operation',
        method: 'POST',
        url: `${serviceUrl}/${operation}`,
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
        body: JSON.stringify(body),
        timeoutMs,
      })
      const { results } = Object(response.json()) as { results?: Record<string, unknown> }
      if (results?.['success'] === true) return { success: true, results }
      return { success: false, code: String(results?.['code'] ?? `status ${response.status}`) }
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      throw new AdminError(`The service at ${serviceUrl} does not respond: ${error.message}`)
    }
  }
  return {
    call: (operation, body) => post(operation, body, {}),
    async write(operation, body) {
      const key = runtime.randomBytes(16).toString('hex')
      for (let attempt = 1; ; attempt++) {
        const response = await post(operation, body, { 'idempotency-key': key })
        const isPending = !response.success && response.code === 'OPERATION_PENDING'
        if (!isPending || attempt >= maxAttempts) return response
        await runtime.pause(2000 * attempt)
      }
    },
    close: () => upstream.close(),
  }
}
