// Small businesses to advertise: what they sell and how they speak of it.

import { onFirstUse, readTree } from '../../core/dataFiles.ts'

export interface Idea {
  readonly campaign: string
  readonly objective: string
  readonly titles: readonly string[]
  readonly bodies: readonly string[]
}

export interface Theme {
  readonly category: string
  readonly about: string
  readonly site: string
  /** Words that pictures are named after. */
  readonly pictures: readonly string[]
  readonly ideas: readonly Idea[]
  /** What the page writes about itself. */
  readonly posts: readonly string[]
}

const themes = onFirstUse(() => readTree<Readonly<Record<string, Theme>>>('social/world/themes.json'))

export function themeOf(name: string): Theme {
  const theme = themes()[name]
  if (theme === undefined) throw new Error(`There is no theme '${name}'.`)
  return theme
}
