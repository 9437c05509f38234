// Some actions need the key of the session again. A task that receives such an error waits here for the
// dialog.

import { AdrailError } from '@adrail/client'
import { signal } from '@preact/signals'

/** Reports to the waiting task whether the key was entered. Undefined while no task waits. */
export const pendingReauthentication = signal<((isConfirmed: boolean) => void) | undefined>(undefined)

export function needsReauthentication(error: unknown): boolean {
  return error instanceof AdrailError && error.code === 'REAUTHENTICATION_REQUIRED'
}

/** Opens the dialog. Resolves with false when it was cancelled. */
export function requestReauthentication(): Promise<boolean> {
  return new Promise((resolve) => {
    pendingReauthentication.value = (isConfirmed) => {
      pendingReauthentication.value = undefined
      resolve(isConfirmed)
    }
  })
}
