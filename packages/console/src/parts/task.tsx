// An action that a button starts, with its running state and its errors by field.

import { AdrailError } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { errorText } from '../form/errorText.ts'
import { needsProof, requestProof } from '../session/proof.ts'
import { Failure } from './states.tsx'

export interface Task {
  readonly busy: boolean
  readonly error: unknown
  run(work: () => Promise<void>): Promise<void>
  /** Returns the error of a field and marks the error as shown. */
  errorOf(field: string): string
  /** The error, if no field shows it. */
  readonly rest: ComponentChildren
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false)
  // The button keeps the focus while the task runs, because a disabled button would lose it.
  const isRunning = useRef(false)
  const [error, setError] = useState<unknown>(undefined)
  useErrorFocus(error)
  const flaws = flawsIn(error)
  const shown = new Set<string>()
  return {
    busy,
    error,
    async run(work) {
      if (isRunning.current) return
      isRunning.current = true
      setBusy(true)
      setError(undefined)
      try {
        await withProof(work)
      } catch (thrown) {
        setError(thrown)
      }
      isRunning.current = false
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

/** Focuses the first invalid field in the topmost dialog. */
export function useErrorFocus(error: unknown): void {
  useEffect(() => {
    if (error === undefined) return
    const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    front.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
}

/** If the service needs the key again, nothing was done yet. The work runs after the key was entered. */
async function withProof(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (!needsProof(thrown)) throw thrown
    if (await requestProof()) await work()
  }
}

/** Returns the error messages by field. */
export function flawsIn(error: unknown, operation = ''): ReadonlyMap<string, string> {
  if (!(error instanceof AdrailError)) return new Map()
  const details = error.details ?? []
  const alone = error.field === undefined ? [] : [{ field: error.field, message: error.message }]
  const given = details.length > 0 ? details : alone
  return new Map(given.map(({ field, message }) => [field, errorText(beside(field, message), operation)]))
}

/** Drops the field name from a message that is shown at the field itself. */
function beside(field: string, message: string): string {
  return message.startsWith(`${field} `) ? `It${message.slice(field.length)}` : message
}
