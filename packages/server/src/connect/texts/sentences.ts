// Sentences with placeholders in braces, and the type that every language has to satisfy.

import type { PermissionName, Platform } from '@adrail/contract'
import type { AccountNote, LinkProblem, Obstacle } from '../../platforms/kit/provider.ts'
import { type Html, html } from '../html.ts'
import type { english } from './english.ts'

/** The type parameter has the names of the placeholders. It exists for the compiler only. */
export type Sentence<Place extends string = never> = string & { readonly places?: Place }

type PlacesIn<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesIn<Rest>
  : never

type Translated<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? Sentence<PlacesIn<Table[Key]>>
    : Translated<Table[Key]>
}

type English = typeof english

/** These tables must have a text for every value of the type. */
interface Complete {
  readonly platforms: Readonly<Record<Platform, string>>
  readonly accountNotes: Readonly<Record<AccountNote, string>>
  readonly obstacles: Readonly<Record<Obstacle, string>>
  readonly problems: Readonly<Record<LinkProblem, string>>
  readonly permissions: Readonly<Record<PermissionName, string>>
}

/** The type covers all texts of linking in one language. */
export type Texts = Translated<English> & Complete

/** Values are escaped, unless they are `Html`. */
export function fill<Place extends string>(
  sentence: Sentence<Place>,
  values: Readonly<Record<Place, Html | string | number>>,
): Html {
  const known: Readonly<Record<string, Html | string | number>> = values
  const parts = sentence
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`${known[part]}`))
  return html`${parts}`
}

/** Like `fill`, but the result is text that is not escaped yet. */
export function fillText<Place extends string>(
  sentence: Sentence<Place>,
  values: Readonly<Record<Place, string | number>>,
): string {
  const known: Readonly<Record<string, string | number>> = values
  return sentence.replace(/\{(\w+)\}/g, (_, place: string) => String(known[place]))
}

export function strong(text: string): Html {
  return html`<strong>${text}</strong>`
}
