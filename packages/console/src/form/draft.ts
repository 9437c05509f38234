// Drafts of forms. A draft survives errors and reloads, in this tab only.

import { useState } from 'preact/hooks'
import type { Schema } from './schema.ts'

export type Value = string | boolean | readonly Value[] | { readonly [field: string]: Value }

export type DraftFields = Readonly<Record<string, Value>>

export function useDraft(name: string): [DraftFields, (draft: DraftFields) => void, () => void] {
  const [draft, setDraft] = useState<DraftFields>(() => loadDraft(name))
  const saveDraft = (next: DraftFields) => {
    // The draft is stored immediately and not after the next render, because the page may be reloaded before
    // that.
    sessionStorage.setItem(name, JSON.stringify(next))
    setDraft(next)
  }
  return [draft, saveDraft, () => sessionStorage.removeItem(name)]
}

function loadDraft(name: string): DraftFields {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

/** Converts a draft to a body: numbers become numbers, and empty fields are left out. */
export function toBody(value: Value | undefined, schema: Schema): unknown {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return value ? true : undefined
  if (typeof value === 'string')
    return isNumeric(schema) && Number.isFinite(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) {
    const items = value.map(
      (item) => toBody(item, schema.items ?? {}) ?? (typeof item === 'object' ? {} : undefined),
    )
    const filledItems = items.filter((item) => item !== undefined)
    return filledItems.length === 0 ? undefined : filledItems
  }
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, fieldSchema]) => {
    const fieldValue = toBody((value as DraftFields)[name], fieldSchema)
    return fieldValue === undefined ? [] : [[name, fieldValue] as const]
  })
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

function isNumeric({ type }: Schema): boolean {
  return type === 'number' || type === 'integer'
}
