// An action that a button starts, with its running state and its errors by field.

import { AdrailError } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatError } from '../form/errorText.ts'
import { needsReauthentication, requestReauthentication } from '../session/reauthentication.ts'
import { Failure } from './states.tsx'

export interface Task {
  readonly busy: boolean
  readonly error: unknown
  run(work: () => Promise<void>): Promise<void>
  /** Returns the error of a field and marks the error as shown. */
  claimFieldError(field: string): string
  /** The error, if no field shows it. */
  readonly remainingError: ComponentChildren
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false)
  // The button keeps the focus while the task runs, because a disabled button would lose it.
  const isRunning = useRef(false)
  const [error, setError] = useState<unknown>(undefined)
  useErrorFocus(error)
  const fieldErrors = listFieldErrors(error)
  const shownFields = new Set<string>()
  return {
    busy,
    error,
    async run(work) {
      if (isRunning.current) return
      isRunning.current = true
      setBusy(true)
      setError(undefined)
      try {
        await withReauthentication(work)
      } catch (cause) {
        setError(cause)
      }
      isRunning.current = false
      setBusy(false)
    },
    claimFieldError(field) {
      shownFields.add(field)
      return fieldErrors.get(field) ?? ''
    },
    get remainingError() {
      const isShownAtFields =
        fieldErrors.size > 0 && [...fieldErrors.keys()].every((field) => shownFields.has(field))
      return error === undefined || isShownAtFields ? null : <Failure error={error} />
    },
  }
}

/** Focuses the first invalid field in the topmost dialog. */
export function useErrorFocus(error: unknown): void {
  useEffect(() => {
    if (error === undefined) return
    const topLayer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    topLayer.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
}

/** If the service needs the key again, nothing was done yet. The work runs after the key was entered. */
async function withReauthentication(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (!needsReauthentication(cause)) throw cause
    if (await requestReauthentication()) await work()
  }
}

/** Returns the error messages by field. */
export function listFieldErrors(error: unknown, operation = ''): ReadonlyMap<string, string> {
  if (!(error instanceof AdrailError)) return new Map()
  const details = error.details ?? []
  const singleDetail = error.field === undefined ? [] : [{ field: error.field, message: error.message }]
  const problems = details.length > 0 ? details : singleDetail
  return new Map(
    problems.map(({ field, message }) => [field, formatError(dropFieldName(field, message), operation)]),
  )
}

/** Drops the field name from a message that is shown at the field itself. */
function dropFieldName(field: string, message: string): string {
  return message.startsWith(`${field} `) ? `This field${message.slice(field.length)}` : message
}
