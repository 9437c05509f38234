// What was chosen, as it was found: its name, and its picture where it has one. As long as the draft, in this tab alone.

import type { Value } from './draft.ts'
import type { Choice } from './lookup.ts'

export type Known = Omit<Choice, 'value' | 'detail'>

const nameOf = (value: Value) => `chosen ${JSON.stringify(value)}`

export function remember({ value, label, picture, text }: Choice): void {
  sessionStorage.setItem(nameOf(value), JSON.stringify({ label, picture, text }))
}

export function known(value: Value): Known {
  const kept = sessionStorage.getItem(nameOf(value))
  // Written above.
  return kept === null ? { label: bare(value) } : (JSON.parse(kept) as Known)
}

function bare(value: Value): string {
  return typeof value === 'object' ? Object.values(value).map(String).join(' · ') : String(value)
}
