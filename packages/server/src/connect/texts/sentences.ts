// Sentences with places in braces for names and numbers, and what every language has to have of them.

import type { PermissionName, Platform } from '@adrail/contract'
import type { AccountNote, LinkProblem, Obstacle } from '../../platforms/kit/provider.ts'
import { type Html, html } from '../html.ts'
import type { english } from './english.ts'

/** A sentence and, for the compiler alone, the names of its places. */
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

/** The tables that go by words from elsewhere hold all of them. */
interface Complete {
  readonly platforms: Readonly<Record<Platform, string>>
  readonly accountNotes: Readonly<Record<AccountNote, string>>
  readonly obstacles: Readonly<Record<Obstacle, string>>
  readonly problems: Readonly<Record<LinkProblem, string>>
  readonly permissions: Readonly<Record<PermissionName, string>>
}

/** All that people read while linking, in one language. */
export type Texts = Translated<English> & Complete

/** The sentence with its places filled; what is filled in is escaped, unless it is HTML made here. */
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

/** The same as text that is not escaped yet. */
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
