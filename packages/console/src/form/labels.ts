// What was chosen, by the name under which it was found; as long as the draft, in this tab alone.

import type { Value } from './draft.ts'
import type { Choice } from './lookup.ts'

const prefix = 'label '

export function rememberLabel({ value, label }: Choice): void {
  sessionStorage.setItem(prefix + JSON.stringify(value), label)
}

export function labelOfValue(value: Value): string {
  return sessionStorage.getItem(prefix + JSON.stringify(value)) ?? bare(value)
}

function bare(value: Value): string {
  return typeof value === 'object' ? Object.values(value).map(String).join(' · ') : String(value)
}
