// Reads for a page: asked once, shown again at once when the reader comes back, and told apart while they are under way,
// failed and there.

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
  /** Whether an answer is awaited. */
  readonly busy: boolean
  /** Asks anew. */
  again(): void
}

/** What was answered last, so that going back shows it while it is asked for anew. */
const remembered = new Map<string, unknown>()
const mostRemembered = 200

/** Nothing is asked while it is not wanted. */
export function useRead<Name extends OperationName>(
  operation: Name,
  body: Body<Name>,
  isWanted = true,
): Reading<Results<Name>> {
  const ask = (signal: AbortSignal) => client.call(operation, body, { signal }) as Promise<Results<Name>>
  const name = isWanted ? `${operation} ${JSON.stringify(body)}` : ''
  return useAsking(name, ask, isWanted ? [{ operation, body }] : [])
}

/** The same for what takes several calls; `name` stands for what is asked, and nothing is asked while it is empty. */
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
  // What is remembered under a name was answered to the same question.
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

/** After somebody else signs in, nothing of before is shown. */
export function forgetAll(): void {
  remembered.clear()
}
