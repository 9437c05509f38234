import type { Body, ErrorCode, Results } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import type { KeywordPlanner } from '../../platforms/search/planner.ts'
import type { Handler } from '../../waist/handler.ts'
import { languageId } from './language.ts'
import { locationId } from './location.ts'

const unitedStates = '2840'

/** The account is the service's own: what a user would mend by a new link is for the operator to mend. */
const ofOperator: ReadonlySet<ErrorCode> = new Set([
  'ACCOUNT_RELINK_REQUIRED',
  'ACCOUNT_SUSPENDED',
  'PERMISSION_MISSING',
])

export const generate_keyword_ideas: Handler<'search/generate_keyword_ideas'> = async (body, ctx) => {
  if (!ctx.planner) throw new ServiceError('KEYWORD_IDEAS_NOT_CONFIGURED')
  try {
    return await ideasFrom(ctx.planner, body)
  } catch (error) {
    if (!(error instanceof ServiceError && ofOperator.has(error.code))) throw error
    throw new ServiceError('KEYWORD_IDEAS_NOT_CONFIGURED', { cause: error })
  }
}

async function ideasFrom(
  planner: KeywordPlanner,
  body: Body<'search/generate_keyword_ideas'>,
): Promise<Results<'search/generate_keyword_ideas'>> {
  const { keyword, languageId: language = '', locationIds = [] } = body
  const geoTargetIds = locationIds.length === 0 ? [unitedStates] : [...new Set(locationIds.map(locationId))]

  const [languages, places] = await Promise.all([
    language === '' ? [] : planner.connector.languages(),
    locationIds.length === 0 ? undefined : planner.connector.geoTargets(geoTargetIds),
  ])
  const spoken = language === '' ? '' : languageId(language, languages)
  if (spoken === undefined)
    throw notFound(
      'languageId',
      `languageId: there is no language "${language}"; search/get_languages lists them.`,
    )
  for (const [index, id] of locationIds.entries())
    if (places && !places.has(locationId(id)))
      throw notFound(
        `locationIds[${index}]`,
        `locationIds[${index}]: there is no location ${locationId(id)}; search/search_locations finds them.`,
      )

  const ideas = await planner.ideas({ keyword, languageId: spoken, geoTargetIds })
  return {
    keywords: ideas.map((idea) => ({
      keyword: idea.text,
      searchVolume: Number(idea.avgMonthlySearches || 0),
      cpc: costPerClick(idea),
    })),
  }
}

function notFound(field: string, problem: string): ServiceError {
  return new ServiceError('REFERENCE_NOT_FOUND', { field, values: { problem } })
}

/** The average where the platform tells it, else the middle of the bids for the top of the page, else the one bid there is. */
function costPerClick(
  idea: Record<'averageCpcMicros' | 'lowTopOfPageBidMicros' | 'highTopOfPageBidMicros', string>,
): number {
  const bids = [idea.lowTopOfPageBidMicros, idea.highTopOfPageBidMicros].filter((micros) => micros !== '')
  const micros =
    idea.averageCpcMicros === ''
      ? bids.reduce((sum, bid) => sum + Number(bid), 0) / Math.max(1, bids.length)
      : Number(idea.averageCpcMicros)
  return Math.round(micros / 10_000) / 100
}
