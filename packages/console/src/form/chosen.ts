// Stores the display data of chosen values: label, picture and text. Like the draft, the data stays in this
// tab only.

import type { Value } from './draft.ts'
import type { Choice } from './lookup.ts'

export type Known = Omit<Choice, 'value' | 'detail'>

const nameOf = (value: Value) => `chosen ${JSON.stringify(value)}`

export function remember({ value, label, picture, text }: Choice): void {
  sessionStorage.setItem(nameOf(value), JSON.stringify({ label, picture, text }))
}

export function known(value: Value): Known {
  return kept(value) ?? { label: bare(value) }
}

/** Returns undefined for values that were not chosen in this tab. */
export function kept(value: Value): Known | undefined {
  const text = sessionStorage.getItem(nameOf(value))
  // The cast is safe, because only `remember` writes these keys.
  return text === null ? undefined : (JSON.parse(text) as Known)
}

function bare(value: Value): string {
  return typeof value === 'object' ? Object.values(value).map(String).join(' · ') : String(value)
}
