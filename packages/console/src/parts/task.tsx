// Something that is done when a button is pressed: under way, and what was wrong with it, at the field where it belongs.

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
  /** What the service says of a field; it counts as shown from then on. */
  errorOf(field: string): string
  /** What is wrong and was shown at no field. */
  readonly rest: ComponentChildren
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false)
  // Its button stays where it is, with the focus: a button that is switched off loses it.
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

/** A refusal leads to the first field that it names, in the dialog that is in front. */
export function useErrorFocus(error: unknown): void {
  useEffect(() => {
    if (error === undefined) return
    const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    front.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
}

/** Where the service needs the key again, nothing was done yet: the work is done once the key was entered. */
async function withProof(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (!needsProof(thrown)) throw thrown
    if (await requestProof()) await work()
  }
}

/** What is wrong with which member of the body. */
export function flawsIn(error: unknown, operation = ''): ReadonlyMap<string, string> {
  if (!(error instanceof AdrailError)) return new Map()
  const details = error.details ?? []
  const alone = error.field === undefined ? [] : [{ field: error.field, message: error.message }]
  const given = details.length > 0 ? details : alone
  return new Map(given.map(({ field, message }) => [field, errorText(beside(field, message), operation)]))
}

/** At the field itself nobody needs the name that programs have for it. */
function beside(field: string, message: string): string {
  return message.startsWith(`${field} `) ? `It${message.slice(field.length)}` : message
}
