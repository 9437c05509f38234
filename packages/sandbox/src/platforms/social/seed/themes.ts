// Themes of small businesses: what they sell and how they advertise it.

import { lazy, readJson } from '../../../core/dataFiles.ts'

export interface CampaignIdea {
  readonly campaign: string
  readonly objective: string
  readonly titles: readonly string[]
  readonly bodies: readonly string[]
}

export interface Theme {
  readonly category: string
  readonly about: string
  readonly site: string
  /** Words from which the names of pictures are taken. */
  readonly pictures: readonly string[]
  readonly ideas: readonly CampaignIdea[]
  /** The texts that the page posts. */
  readonly posts: readonly string[]
}

const themes = lazy(() => readJson<Readonly<Record<string, Theme>>>('social/world/themes.json'))

export function findTheme(name: string): Theme {
  const theme = themes()[name]
  if (theme === undefined) throw new Error(`There is no theme '${name}'.`)
  return theme
}
