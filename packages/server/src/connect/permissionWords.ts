// Permissions in words for the person who is asked for them.

import type { PermissionName, Platform } from '@adrail/contract'
import { missingFor } from '../linking/connectionHealth.ts'
import { type Html, html } from './html.ts'
import { type Language, listIn } from './languages.ts'

export function permissionTexts({ texts }: Language, names: readonly PermissionName[]): readonly string[] {
  return names.map((name) => texts.permissions[name])
}

/** Texts one by one; nothing when there is none. */
export function listOf(texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined
  return html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
}

/** What the platform is asked for besides permissions: `public_profile` of Meta; `openid`, `email` and `profile` of Google. */
export function identityWords({ texts }: Language, platform: Platform): readonly string[] {
  const { name, nameAndEmail } = texts.identity
  return { social: [name], search: [nameAndEmail], pro: [] }[platform]
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
