// Pages of keywords. The id of a keyword is unique only within its ad group, campaign or list, so a position
// consists of both ids. A list may have several sections, such as one per level.

import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { FieldName, GaqlCondition, GaqlQuery } from './gaql.ts'

const rowsPerPage = 100

export interface KeywordKey {
  readonly parentId: string
  readonly keywordId: string
}

export interface KeywordSection<Entry> {
  readonly name: string
  /** The fields with the two ids. */
  readonly parentField: FieldName
  readonly keywordField: FieldName
  /** Undefined when the section has no entries. */
  buildQuery(): Promise<GaqlQuery | undefined>
  readEntries(query: GaqlQuery): Promise<readonly Entry[]>
  getKey(entry: Entry): KeywordKey
}

interface Range {
  readonly key: KeywordKey | undefined
  readonly descending: boolean
  readonly limit: number
}

/** Reads the page at a position. Sections follow one another in the order of the array. */
export async function readKeywordPage<Entry>(
  sections: readonly KeywordSection<Entry>[],
  position: PagePosition | undefined,
): Promise<Page<Entry>> {
  const { section: startName, parentId = '', keywordId = '', before } = position ?? {}
  const descending = before !== undefined
  const orderedSections = descending ? sections.toReversed() : sections
  const startIndex = Math.max(
    0,
    orderedSections.findIndex(({ name }) => name === startName),
  )
  // The extra entry shows whether another page exists.
  const found: { readonly entry: Entry; readonly position: PagePosition }[] = []
  for (const [index, section] of orderedSections.entries()) {
    const limit = rowsPerPage + 1 - found.length
    if (index < startIndex || limit <= 0) continue
    const key = position !== undefined && index === startIndex ? { parentId, keywordId } : undefined
    for (const entry of await readSection(section, { key, descending, limit }))
      found.push({ entry, position: { section: section.name, ...section.getKey(entry) } })
  }
  const hasMore = found.length > rowsPerPage
  const page = found.slice(0, rowsPerPage)
  if (descending) page.reverse()
  const [first, last] = [page[0], page.at(-1)]
  const hasNext = descending || hasMore
  const hasPrevious = descending ? hasMore : position !== undefined
  return {
    rows: page.map(({ entry }) => entry),
    ...(hasNext && last ? { next: last.position } : {}),
    ...(hasPrevious && first ? { previous: { ...first.position, before: 'yes' } } : {}),
  }
}

/** GAQL compares single fields only, so the rest of one parent and the other parents are two queries. */
async function readSection<Entry>(
  section: KeywordSection<Entry>,
  { key, descending, limit }: Range,
): Promise<readonly Entry[]> {
  const baseQuery = await section.buildQuery()
  if (baseQuery === undefined) return []
  const { parentField, keywordField } = section
  const read = (conditions: readonly GaqlCondition[], count: number) =>
    section.readEntries({
      ...baseQuery,
      where: [...(baseQuery.where ?? []), ...conditions],
      orderBy: parentField,
      thenBy: keywordField,
      descending,
      limit: count,
    })
  if (key === undefined) return await read([], limit)
  const is = descending ? 'below' : 'above'
  const entries = await read(
    [
      { field: parentField, is: 'id', id: key.parentId },
      { field: keywordField, is, id: key.keywordId },
    ],
    limit,
  )
  // A campaign is its own only parent.
  if (entries.length >= limit || parentField === 'campaign.id') return entries
  const others = await read([{ field: parentField, is, id: key.parentId }], limit - entries.length)
  return [...entries, ...others]
}
