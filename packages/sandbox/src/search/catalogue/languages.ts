// Languages that can be targeted. https://developers.google.com/google-ads/api/data/codes-formats#languages
// Ids up to 1044 as in the project's notes, the others from memory of that page. Esperanto is the sandbox's own: a language that
// exists but cannot be targeted.

import { onFirstUse, readTable } from '../../core/dataFiles.ts'
import type { Wire } from '../wire.ts'

export const languages: () => readonly Wire[] = onFirstUse(() =>
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

const byId = onFirstUse(() => new Map(languages().map((found) => [String(found['id']), found])))

export function language(id: string): Wire | undefined {
  return byId().get(id)
}
