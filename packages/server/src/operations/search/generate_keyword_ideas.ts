import { handler } from '../../pipeline/handler.ts'
import type { KeywordIdea } from '../../platforms/search/rows.ts'
import { resolveLanguageId } from './language.ts'
import { parseLocationId } from './location.ts'

const unitedStates = '2840'

export const generate_keyword_ideas = handler(
  'search/generate_keyword_ideas',
  async (body, { platformClients, createError }) => {
    const planner = platformClients.search.keywordPlanner
    if (!planner) throw createError('KEYWORD_IDEAS_NOT_CONFIGURED')
    const { keyword, languageId: language = '', locationIds = [] } = body
    const toNotFoundError = (field: string, problem: string) =>
      createError('REFERENCE_NOT_FOUND', { field, values: { problem: `${field}: ${problem}` } })
    const geoTargetIds =
      locationIds.length === 0 ? [unitedStates] : [...new Set(locationIds.map(parseLocationId))]

    const [languages, geoTargets] = await Promise.all([
      language === '' ? [] : planner.languages(),
      locationIds.length === 0 ? undefined : planner.geoTargets(geoTargetIds),
    ])
    const resolvedLanguageId = language === '' ? '' : resolveLanguageId(language, languages)
    if (resolvedLanguageId === undefined)
      throw toNotFoundError(
        'languageId',
        `no language "${language}" exists. search/get_languages lists them.`,
      )
    for (const [index, id] of locationIds.entries())
      if (geoTargets && !geoTargets.has(parseLocationId(id)))
        throw toNotFoundError(
          `locationIds[${index}]`,
          `no location ${parseLocationId(id)} exists. search/search_locations finds locations.`,
        )

    const ideas = await planner.ideas({ keyword, languageId: resolvedLanguageId, geoTargetIds })
    return {
      keywords: ideas.map(({ text, keywordIdeaMetrics = {} }) => ({
        keyword: text,
        searchVolume: keywordIdeaMetrics.avgMonthlySearches ?? 0,
        cpc: estimateCostPerClick(keywordIdeaMetrics),
      })),
    }
  },
)

/** Uses the average cost if available, and otherwise the mean of the available top-of-page bids. */
function estimateCostPerClick(metrics: NonNullable<KeywordIdea['keywordIdeaMetrics']>): number {
  const { averageCpcMicros, lowTopOfPageBidMicros, highTopOfPageBidMicros } = metrics
  const bids = [lowTopOfPageBidMicros, highTopOfPageBidMicros].filter((micros) => micros !== undefined)
  const averageBid = bids.reduce((sum, bid) => sum + bid, 0) / Math.max(1, bids.length)
  return Math.round((averageCpcMicros ?? averageBid) / 10_000) / 100
}
