// Permissions in words for the person who is asked for them.

import type { PermissionName, Platform } from '@adrail/contract'
import { missingFor } from '../linking/connectionHealth.ts'
import { type Html, html } from './html.ts'
import { type Language, listIn } from './languages.ts'

/** Permissions one by one; nothing when there is none. */
export function permissionList({ texts }: Language, names: readonly PermissionName[]): Html | undefined {
  if (names.length === 0) return undefined
  return html`<ul>${names.map((name) => html`<li>${texts.permissions[name]}</li>`)}</ul>`
}

/** What was refused; empty when everything was granted. */
export function refusedWords(language: Language, platform: Platform, granted: readonly string[]): string {
  const { permissions } = language.texts
  const missing = missingFor(platform, granted)
  // What is missing is one of the platform's own permissions; the compiler only promises text.
  return listIn(
    language,
    missing.map(({ permission }) => permissions[permission as PermissionName]),
  )
}
