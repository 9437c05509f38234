// Sentences with placeholders in braces, and the type that every language has to satisfy.

import type { PermissionName, Platform } from '@adrail/contract'
import type { AccountNote, LinkFailureReason, Obstacle } from '../../platforms/connector-kit/provider.ts'
import { type Html, html } from '../html.ts'
import type { english } from './english.ts'

/** The type parameter has the names of the placeholders. It exists for the compiler only. */
export type Sentence<Placeholder extends string = never> = string & { readonly placeholders?: Placeholder }

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Placeholder}}${infer Tail}`
  ? Placeholder | PlaceholdersIn<Tail>
  : never

type Translated<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? Sentence<PlaceholdersIn<Table[Key]>>
    : Translated<Table[Key]>
}

type English = typeof english

/** These tables must have a text for every value of the type. */
interface CompleteTables {
  readonly accountNotes: Readonly<Record<AccountNote, string>>
  readonly obstacles: Readonly<Record<Obstacle, string>>
  readonly problems: Readonly<Record<LinkFailureReason, string>>
}

/** The type covers the texts of linking in one language, except those that the platforms declare. */
export type Texts = Translated<English> & CompleteTables

/** These texts come from the definitions of the platforms. */
export interface PlatformTexts {
  readonly platforms: Readonly<Record<Platform, string>>
  readonly permissions: Readonly<Record<PermissionName, string>>
}

/** Values are escaped, unless they are `Html`. */
export function fill<Placeholder extends string>(
  sentence: Sentence<Placeholder>,
  values: Readonly<Record<Placeholder, Html | string | number>>,
): Html {
  const valueByName: Readonly<Record<string, Html | string | number>> = values
  const parts = sentence
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`${valueByName[part]}`))
  return html`${parts}`
}

/** Like `fill`, but the result is text that is not escaped yet. */
export function fillText<Placeholder extends string>(
  sentence: Sentence<Placeholder>,
  values: Readonly<Record<Placeholder, string | number>>,
): string {
  const valueByName: Readonly<Record<string, string | number>> = values
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(valueByName[name]))
}

export function strong(text: string): Html {
  return html`<strong>${text}</strong>`
}
