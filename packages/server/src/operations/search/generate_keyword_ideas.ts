import type { KeywordIdea } from '../../platforms/search/rows.ts'
import { handler } from '../../waist/handler.ts'
import { languageId } from './language.ts'
import { locationId } from './location.ts'

const unitedStates = '2840'

export const generate_keyword_ideas = handler(
  'search/generate_keyword_ideas',
  async (body, { planner, refuse }) => {
    if (!planner) throw refuse('KEYWORD_IDEAS_NOT_CONFIGURED')
    const { keyword, languageId: language = '', locationIds = [] } = body
    const notFound = (field: string, problem: string) =>
      refuse('REFERENCE_NOT_FOUND', { field, values: { problem: `${field}: ${problem}` } })
    const geoTargetIds = locationIds.length === 0 ? [unitedStates] : [...new Set(locationIds.map(locationId))]

    const [languages, places] = await Promise.all([
      language === '' ? [] : planner.languages(),
      locationIds.length === 0 ? undefined : planner.geoTargets(geoTargetIds),
    ])
    const spoken = language === '' ? '' : languageId(language, languages)
    if (spoken === undefined)
      throw notFound('languageId', `there is no language "${language}"; search/get_languages lists them.`)
    for (const [index, id] of locationIds.entries())
      if (places && !places.has(locationId(id)))
        throw notFound(
          `locationIds[${index}]`,
          `there is no location ${locationId(id)}; search/search_locations finds them.`,
        )

    const ideas = await planner.ideas({ keyword, languageId: spoken, geoTargetIds })
    return {
      keywords: ideas.map(({ text, keywordIdeaMetrics = {} }) => ({
        keyword: text,
        searchVolume: keywordIdeaMetrics.avgMonthlySearches ?? 0,
        cpc: costPerClick(keywordIdeaMetrics),
      })),
    }
  },
)

/** Uses the average cost if available, and otherwise the mean of the available top-of-page bids. */
function costPerClick(metrics: NonNullable<KeywordIdea['keywordIdeaMetrics']>): number {
  const { averageCpcMicros, lowTopOfPageBidMicros, highTopOfPageBidMicros } = metrics
  const bids = [lowTopOfPageBidMicros, highTopOfPageBidMicros].filter((micros) => micros !== undefined)
  const middle = bids.reduce((sum, bid) => sum + bid, 0) / Math.max(1, bids.length)
  return Math.round((averageCpcMicros ?? middle) / 10_000) / 100
}
