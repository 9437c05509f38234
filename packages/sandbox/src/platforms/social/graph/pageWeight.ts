// Refuses pages with more data than Meta returns in one response. airbytehq/airbyte#38025 (creatives) and
// facebook-python-business-sdk#474 (ads) record the refusal: code 1 with HTTP 500. Meta documents no limit, so
// the limit of the sandbox is an assumption: it accepts pages of 100 ads with their creatives.

import { GraphError } from '../errors.ts'
import type { FieldSelection } from './fieldList.ts'

/** Fields whose values Meta assembles separately for each object. */
const heavyFields: ReadonlySet<string> = new Set(['object_story_spec', 'asset_feed_spec', 'targeting'])
const maxHeavyValues = 500

function countHeavyFields(selection: readonly FieldSelection[]): number {
  return selection.reduce(
    (count, { name, fields = [] }) => count + (heavyFields.has(name) ? 1 : 0) + countHeavyFields(fields),
    0,
  )
}

export function checkPageWeight(selection: readonly FieldSelection[] | undefined, limit: number): void {
  if (countHeavyFields(selection ?? []) * limit <= maxHeavyValues) return
  throw new GraphError({
    message: "Please reduce the amount of data you're asking for, then retry your request",
    code: 1,
    status: 500,
  })
}
