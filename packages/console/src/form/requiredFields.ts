// Conditions under which a field is required that the declaration of its operation calls optional.

import type { DraftFields, Value } from './draft.ts'

/**
 * Keys are fields. The conditions repeat rules of the operation. A field without a condition here is only
 * reported when the service checks the form.
 */
export type RequiredFields = Readonly<Record<string, (draft: DraftFields) => boolean>>

export const hasObjective = (objective: string) => (draft: DraftFields) => draft['objective'] === objective
export const hasField = (name: string) => (draft: DraftFields) => isFilled(draft[name])

function isFilled(value: Value | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  return typeof value === 'string' ? value.trim() !== '' : Object.keys(value).length > 0
}
