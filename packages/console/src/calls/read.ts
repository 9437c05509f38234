// Reads data for a page. The results are cached, so that a page shows them at once when the reader comes
// back. A read is busy, failed or complete.

import type { Body, OperationName, Results } from '@adrail/client'
import { useEffect, useState } from 'preact/hooks'
import { client } from './client.ts'

export interface Call {
  readonly operation: OperationName
  readonly body: object
}

export interface ReadState<Value> {
  readonly calls: readonly Call[]
  readonly results?: Value
  readonly error?: unknown
  /** Whether a response is pending. */
  readonly busy: boolean
  /** Requests the data again. */
  reload(): void
}

/** The latest results by request. A page shows them while it requests new ones. */
const resultCache = new Map<string, unknown>()
const maxCachedResults = 200

/** Reads an operation. Requests nothing while `isEnabled` is false. */
export function useRead<Name extends OperationName>(
  operation: Name,
  body: Body<Name>,
  isEnabled = true,
): ReadState<Results<Name>> {
  const callOperation = (signal: AbortSignal) =>
    client.call(operation, body, { signal }) as Promise<Results<Name>>
  const cacheKey = isEnabled ? `${operation} ${JSON.stringify(body)}` : ''
  return useRequest(cacheKey, callOperation, isEnabled ? [{ operation, body }] : [])
}

/** Reads data that takes several calls. `cacheKey` identifies the request. An empty `cacheKey` requests nothing. */
export function useRequest<Value>(
  cacheKey: string,
  sendRequest: (signal: AbortSignal) => Promise<Value>,
  calls: readonly Call[],
): ReadState<Value> {
  const [refreshCount, setRefreshCount] = useState(0)
  const [state, setState] = useState<{
    name: string
    results?: Value
    error?: unknown
    refreshCount: number
  }>()
  useEffect(() => {
    if (cacheKey === '') return
    const abortController = new AbortController()
    sendRequest(abortController.signal).then(
      (results) => {
        cacheResults(cacheKey, results)
        if (!abortController.signal.aborted) setState({ name: cacheKey, results, refreshCount })
      },
      (error: unknown) => {
        if (!abortController.signal.aborted) setState({ name: cacheKey, error, refreshCount })
      },
    )
    return () => abortController.abort()
  }, [cacheKey, refreshCount])
  const currentState = state?.name === cacheKey ? state : undefined
  // The cast is safe, because each name always belongs to the same request.
  const results = currentState ? currentState.results : (resultCache.get(cacheKey) as Value | undefined)
  return {
    calls,
    busy: cacheKey !== '' && currentState?.refreshCount !== refreshCount,
    ...(results === undefined ? {} : { results }),
    ...(currentState?.error === undefined ? {} : { error: currentState.error }),
    reload: () => setRefreshCount(refreshCount + 1),
  }
}

function cacheResults(cacheKey: string, results: unknown): void {
  if (resultCache.size >= maxCachedResults) resultCache.clear()
  resultCache.set(cacheKey, results)
}

/** Clears the cache, so that nothing of an earlier session is shown after another person signs in. */
export function clearResultCache(): void {
  resultCache.clear()
}
