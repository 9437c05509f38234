// Languages that ads can target. https://developers.google.com/google-ads/api/data/codes-formats#languages
// Ids up to 1044 follow the project's notes, the others come from memory of that page. Esperanto is invented:
// a language that exists but that ads cannot target.

import { lazy, readTable } from '../../../core/dataFiles.ts'
import type { WireObject } from '../wire.ts'

export const listLanguages: () => readonly WireObject[] = lazy(() =>
  readTable('search/languages.tsv', ['id', 'code', 'name', 'targetable']).map(
    ({ id, code, name, targetable }) => ({
      resourceName: `languageConstants/${id}`,
      id,
      code,
      name,
      targetable: targetable === 'yes',
    }),
  ),
)

const languagesById = lazy(
  () =>
    new Map(listLanguages().map((languageConstant) => [String(languageConstant['id']), languageConstant])),
)

export function findLanguage(id: string): WireObject | undefined {
  return languagesById().get(id)
}
