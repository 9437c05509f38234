// Stores the display data of chosen values: label, picture and text. Like the draft, the data stays in this
// tab only.

import type { Value } from './draft.ts'
import type { Choice } from './lookup.ts'

export type ChoiceSummary = Omit<Choice, 'value' | 'detail'>

const toStorageKey = (value: Value) => `chosen ${JSON.stringify(value)}`

export function saveChoice({ value, label, picture, text }: Choice): void {
  sessionStorage.setItem(toStorageKey(value), JSON.stringify({ label, picture, text }))
}

export function describeValue(value: Value): ChoiceSummary {
  return loadChoice(value) ?? { label: formatValue(value) }
}

/** Returns undefined for values that were not chosen in this tab. */
export function loadChoice(value: Value): ChoiceSummary | undefined {
  const text = sessionStorage.getItem(toStorageKey(value))
  // The cast is safe, because only `saveChoice` writes these keys.
  return text === null ? undefined : (JSON.parse(text) as ChoiceSummary)
}

function formatValue(value: Value): string {
  return typeof value === 'object' ? Object.values(value).map(String).join(' · ') : String(value)
}
