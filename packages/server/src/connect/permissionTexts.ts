// Texts about permissions for the person who gives consent.

import type { PermissionName, Platform } from '@adrail/contract'
import { findMissingPermissions } from '../linking/connectionHealth.ts'
import { type Html, html } from './html.ts'
import { formatList, type Language } from './languages.ts'

export function permissionTexts({ texts }: Language, names: readonly PermissionName[]): readonly string[] {
  return names.map((name) => texts.permissions[name])
}

/** Returns undefined for an empty list. */
export function renderList(texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined
  return html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
}

/** Lists the refused permissions. The text is empty when everything was granted. */
export function refusedPermissionText(
  language: Language,
  platform: Platform,
  granted: readonly string[],
): string {
  const { permissions } = language.texts
  const missing = findMissingPermissions(platform, granted)
  // A missing permission is one of the platform's own permissions. The compiler only guarantees text.
  return formatList(
    language,
    missing.map(({ permission }) => permissions[permission as PermissionName]),
  )
}
