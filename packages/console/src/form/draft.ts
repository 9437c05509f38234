// Drafts of forms. A draft survives errors and reloads, in this tab only.

import { useState } from 'preact/hooks'
import type { Schema } from './schema.ts'

export type Value = string | boolean | readonly Value[] | { readonly [member: string]: Value }

export type Members = Readonly<Record<string, Value>>

export function useDraft(name: string): [Members, (draft: Members) => void, () => void] {
  const [draft, setDraft] = useState<Members>(() => read(name))
  const keep = (next: Members) => {
    // The draft is stored immediately and not after the next render, because the page may be reloaded before
    // that.
    sessionStorage.setItem(name, JSON.stringify(next))
    setDraft(next)
  }
  return [draft, keep, () => sessionStorage.removeItem(name)]
}

function read(name: string): Members {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

/** Converts a draft to a body: numbers become numbers, and empty fields are left out. */
export function meant(value: Value | undefined, schema: Schema): unknown {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return value ? true : undefined
  if (typeof value === 'string')
    return isFigure(schema) && Number.isFinite(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) {
    const items = value.map(
      (item) => meant(item, schema.items ?? {}) ?? (typeof item === 'object' ? {} : undefined),
    )
    const given = items.filter((item) => item !== undefined)
    return given.length === 0 ? undefined : given
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const given = meant((value as Members)[name], member)
    return given === undefined ? [] : [[name, given] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function isFigure({ type }: Schema): boolean {
  return type === 'number' || type === 'integer'
}
