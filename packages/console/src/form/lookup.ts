// What a look-up is, and what it finds.

import { day } from '../words/figures.ts'
import { sentence } from '../words/statuses.ts'
import type { Value } from './draft.ts'

export interface Choice {
  readonly label: string
  readonly detail: string
  readonly value: Value
  /** Where the service shows it. */
  readonly picture?: string | undefined
  /** All that it says, where the label is only its beginning. */
  readonly text?: string | undefined
}

export interface Lookup {
  /** Whether something has to be typed first; otherwise everything there is can be shown. */
  readonly typed?: boolean
  /** Whether the service compares what is typed, and shows the first matches before that. */
  readonly asks?: true
  /** Names the list where a field has several, such as one for each platform. */
  readonly scope?: string
  /** What is found is told apart by its pictures. */
  readonly shows?: 'pictures'
  find(userId: string, query: string, signal: AbortSignal): Promise<readonly Choice[]>
  /** What is typed can be taken as it is, too. */
  own?(text: string): Choice
  /** What a value is called that was chosen elsewhere; empty where nobody knows. */
  labelOf?(value: string, userId: string, signal: AbortSignal): Promise<string>
}

/** Where the service itself shows a picture that results name by the platform's address; the page may load no other. */
export function pictureIn(results: object, address: string): string | undefined {
  // Beside what an operation answers, the console is told where its pictures are.
  const { pictures = {} } = results as { readonly pictures?: Readonly<Record<string, string>> }
  return pictures[address]
}

export function namedChoice({ id, name }: { readonly id: string | number; readonly name: string }): Choice {
  return { label: name, detail: String(id), value: String(id) }
}

interface Posts {
  readonly posts: readonly {
    readonly id: string
    readonly primaryText: string
    readonly mediaType: string
    readonly createdTime: string
    readonly image?: string
  }[]
}

export function postChoices(results: Posts): Choice[] {
  return results.posts.map(({ id, primaryText, mediaType, createdTime, image = '' }) => ({
    label: primaryText === '' ? id : primaryText.slice(0, 80),
    detail: `${sentence(mediaType)} · ${day(createdTime)}`,
    value: id,
    picture: pictureIn(results, image),
    text: primaryText,
  }))
}
