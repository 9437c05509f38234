// Look-ups of field values, and the choices that they return.

import { formatDay } from '../words/formats.ts'
import { formatCode } from '../words/statuses.ts'
import type { Value } from './draft.ts'

export interface Choice {
  readonly label: string
  readonly detail: string
  readonly value: Value
  /** URL under which the service serves the picture. */
  readonly picture?: string | undefined
  /** The full text, where the label is only its beginning. */
  readonly text?: string | undefined
}

export interface Lookup {
  /** Whether the look-up needs a query. Other look-ups can list everything. */
  readonly requiresQuery?: boolean
  /** Whether the service filters by the query and returns the first entries without one. */
  readonly filtersOnServer?: true
  /** Distinguishes several lists of one field, such as one per platform. */
  readonly cacheScope?: string
  /** Whether the choices are shown with pictures. */
  readonly display?: 'pictures'
  find(userId: string, query: string, signal: AbortSignal): Promise<readonly Choice[]>
  /** Creates a choice from the typed text. */
  createCustomChoice?(text: string): Choice
  /** Finds the label of a value that was chosen elsewhere. Empty when it is unknown. */
  findLabel?(value: string, userId: string, signal: AbortSignal): Promise<string>
}

/**
 * Returns the URL under which the service serves a picture of the platform. The page may load no other
 * pictures.
 */
export function findPicture(results: object, address: string): string | undefined {
  // For the console, the service adds the map of pictures to the results of the operation.
  const { pictures = {} } = results as { readonly pictures?: Readonly<Record<string, string>> }
  return pictures[address]
}

export function toChoice({ id, name }: { readonly id: string | number; readonly name: string }): Choice {
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

export function toPostChoices(results: Posts): Choice[] {
  return results.posts.map(({ id, primaryText, mediaType, createdTime, image = '' }) => ({
    label: primaryText === '' ? id : primaryText.slice(0, 80),
    detail: `${formatCode(mediaType)} · ${formatDay(createdTime)}`,
    value: id,
    picture: findPicture(results, image),
    text: primaryText,
  }))
}
