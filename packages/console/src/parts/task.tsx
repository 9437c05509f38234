// Something that is done when a button is pressed: under way, and what was wrong with it, at the field where it belongs.

import { AdrailError } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Failure } from './states.tsx'

export interface Task {
  readonly busy: boolean
  readonly error: unknown
  run(work: () => Promise<void>): Promise<void>
  /** What the service says of a field; it counts as shown from then on. */
  errorOf(field: string): string
  /** What is wrong and was shown at no field. */
  readonly rest: ComponentChildren
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const flaws = flawsIn(error)
  const shown = new Set<string>()
  return {
    busy,
    error,
    async run(work) {
      setBusy(true)
      setError(undefined)
      try {
        await work()
      } catch (thrown) {
        setError(thrown)
      }
      setBusy(false)
    },
    errorOf(field) {
      shown.add(field)
      return flaws.get(field) ?? ''
    },
    get rest() {
      const isToldAtFields = flaws.size > 0 && [...flaws.keys()].every((field) => shown.has(field))
      return error === undefined || isToldAtFields ? null : <Failure error={error} />
    },
  }
}

/** What is wrong with which member of the body. */
export function flawsIn(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof AdrailError)) return new Map()
  const details = error.details ?? []
  if (details.length > 0) return new Map(details.map(({ field, message }) => [field, message]))
  return error.field === undefined ? new Map() : new Map([[error.field, error.message]])
}
