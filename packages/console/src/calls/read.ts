// Reads data for a page. The results are cached, so that a page shows them at once when the reader comes
// back. A read is busy, failed or complete.

import type { Body, OperationName, Results } from '@adrail/client'
import { useEffect, useState } from 'preact/hooks'
import { client } from './client.ts'

export interface Call {
  readonly operation: OperationName
  readonly body: object
}

export interface Reading<Given> {
  readonly calls: readonly Call[]
  readonly results?: Given
  readonly error?: unknown
  /** Whether a response is pending. */
  readonly busy: boolean
  /** Requests the data again. */
  again(): void
}

/** The latest results by request. A page shows them while it requests new ones. */
const remembered = new Map<string, unknown>()
const mostRemembered = 200

/** Reads an operation. Requests nothing while `isWanted` is false. */
export function useRead<Name extends OperationName>(
  operation: Name,
  body: Body<Name>,
  isWanted = true,
): Reading<Results<Name>> {
  const ask = (signal: AbortSignal) => client.call(operation, body, { signal }) as Promise<Results<Name>>
  const name = isWanted ? `${operation} ${JSON.stringify(body)}` : ''
  return useAsking(name, ask, isWanted ? [{ operation, body }] : [])
}

/** Reads data that takes several calls. `name` identifies the request. An empty `name` requests nothing. */
export function useAsking<Given>(
  name: string,
  ask: (signal: AbortSignal) => Promise<Given>,
  calls: readonly Call[],
): Reading<Given> {
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{ name: string; results?: Given; error?: unknown; round: number }>()
  useEffect(() => {
    if (name === '') return
    const leaving = new AbortController()
    ask(leaving.signal).then(
      (results) => {
        remember(name, results)
        if (!leaving.signal.aborted) setState({ name, results, round })
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ name, error, round })
      },
    )
    return () => leaving.abort()
  }, [name, round])
  const here = state?.name === name ? state : undefined
  // The cast is safe, because each name always belongs to the same request.
  const results = here ? here.results : (remembered.get(name) as Given | undefined)
  return {
    calls,
    busy: name !== '' && here?.round !== round,
    ...(results === undefined ? {} : { results }),
    ...(here?.error === undefined ? {} : { error: here.error }),
    again: () => setRound(round + 1),
  }
}

function remember(name: string, results: unknown): void {
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(name, results)
}

/** Clears the cache, so that nothing of an earlier session is shown after another person signs in. */
export function forgetAll(): void {
  remembered.clear()
}
