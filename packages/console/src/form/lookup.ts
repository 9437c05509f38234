// What a look-up is, and what it finds.

import { day } from '../words/figures.ts'
import type { Value } from './draft.ts'

export interface Choice {
  readonly label: string
  readonly detail: string
  readonly value: Value
}

export interface Lookup {
  /** Whether something has to be typed first; otherwise everything there is can be shown. */
  readonly typed: boolean
  find(userId: string, query: string, signal: AbortSignal): Promise<readonly Choice[]>
  /** What is typed can be taken as it is, too. */
  own?(text: string): Choice
}

interface Post {
  readonly id: string
  readonly primaryText: string
  readonly mediaType: string
  readonly createdTime: string
}

export function postChoice({ id, primaryText, mediaType, createdTime }: Post): Choice {
  return {
    label: primaryText === '' ? id : primaryText.slice(0, 80),
    detail: `${mediaType} · ${day(createdTime)}`,
    value: id,
  }
}
