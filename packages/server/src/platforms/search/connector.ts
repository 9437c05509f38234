// Speaks to the search platform for one connected user, in the platform's own words.

import { ServiceError } from '../../base/errors.ts'
import type { Connected } from '../kit/connected.ts'
import type { Images } from '../kit/images.ts'
import { UpstreamFailure } from '../kit/upstream.ts'
import { asList, asObject, asText, at, type Json } from '../kit/values.ts'
import { Calls, mutateTimeoutMs } from './calls.ts'
import { Catalogue, type GeoQuestion, type GeoSuggestion } from './catalogue.ts'
import { translate } from './errors.ts'
import type { GeoTarget, Language, SearchPlatform } from './platform.ts'
import * as queries from './queries.ts'
import { SearchRefusal } from './refusals.ts'
import type { MutateOperation } from './wire.ts'

export type { MutateOperation } from './wire.ts'

export interface LeadForm {
  readonly id: string
  readonly name: string
  readonly businessName: string
  readonly headline: string
  readonly description: string
}

export interface Campaign {
  readonly id: string
  readonly resourceName: string
  readonly name: string
  readonly status: string
  /** `2030-03-01 00:00:00`, or empty. */
  readonly startDateTime: string
  readonly endDateTime: string
  readonly budget: {
    readonly resourceName: string
    /** Empty for a budget that is not by the day. */
    readonly amountMicros: string
    readonly explicitlyShared: boolean
    readonly referenceCount: number
  }
}

/** A part of a mutate, and the member of the caller's body that it comes from. */
export interface Part {
  readonly operation: MutateOperation
  readonly origin: string
}

export class SearchConnector {
  protected readonly platform: SearchPlatform
  readonly #connected: Connected<'search'>
  readonly #calls: Calls
  readonly #catalogue: Catalogue

  constructor(platform: SearchPlatform, connected: Connected<'search'>) {
    this.platform = platform
    this.#connected = connected
    this.#calls = new Calls(platform, connected)
    this.#catalogue = new Catalogue(platform, this.#calls)
  }

  get selection(): Connected<'search'>['selection'] {
    return this.#connected.selection
  }

  get images(): Images {
    return this.platform.images
  }

  get imageEligibility(): SearchPlatform['imageEligibility'] {
    return this.platform.imageEligibility
  }

  /** `customers/4823109756/assets/88001122` */
  name(collection: string, id: string | number): string {
    return `customers/${this.selection.accountId}/${collection}/${id}`
  }

  languages(): Promise<readonly Language[]> {
    return this.#catalogue.languages()
  }

  /** The smallest amount that can be billed in the account's currency. */
  billableUnitMicros(): Promise<bigint> {
    return this.#catalogue.billableUnitMicros(this.selection.currencyCode)
  }

  geoTargets(ids: readonly string[]): Promise<ReadonlyMap<string, GeoTarget>> {
    return this.#catalogue.geoTargets(ids)
  }

  suggestGeoTargets(query: GeoQuestion): Promise<readonly GeoSuggestion[]> {
    return this.#catalogue.suggestGeoTargets(query)
  }

  async leadForms(name?: string): Promise<readonly LeadForm[]> {
    const rows = await this.#calls.rows(name === undefined ? queries.leadForms : queries.leadFormsNamed(name))
    const forms = rows.map(({ asset }) => ({
      id: asText(at(asset, 'id')),
      name: asText(at(asset, 'name')),
      businessName: asText(at(asset, 'leadFormAsset', 'businessName')),
      headline: asText(at(asset, 'leadFormAsset', 'headline')),
      description: asText(at(asset, 'leadFormAsset', 'description')),
    }))
    // The platform's idea of equal names may be wider than ours.
    return name === undefined ? forms : forms.filter((form) => form.name === name)
  }

  async asset(id: string): Promise<{ readonly type: string; readonly name: string } | undefined> {
    const [row] = await this.#calls.rows(queries.assetWithId(id))
    return row && { type: asText(at(row, 'asset', 'type')), name: asText(at(row, 'asset', 'name')) }
  }

  /** The locations that the platform syncs, each once. */
  async syncedLocations() {
    const rows = await this.#calls.rows(queries.syncedLocations)
    const locations = rows.map(({ asset }) => ({
      id: asText(at(asset, 'id')),
      name: asText(at(asset, 'name')),
      placeId: asText(at(asset, 'locationAsset', 'placeId')),
      profiles: asList(at(asset, 'locationAsset', 'businessProfileLocations')).map((profile) => ({
        storeCode: asText(at(profile, 'storeCode')),
        labels: asList(at(profile, 'labels')).map(asText),
      })),
    }))
    return [...new Map(locations.map((location) => [location.id, location])).values()]
  }

  /** Which of the locations are in which sync set. */
  async syncSetsOf(assetIds: readonly string[]): Promise<readonly { assetId: string; setId: string }[]> {
    const rows = await this.#calls.rows(queries.syncedLocationsWithIds(assetIds))
    return rows.map((row) => ({
      assetId: asText(at(row, 'asset', 'id')),
      setId: asText(at(row, 'assetSet', 'id')),
    }))
  }

  async assetSet(id: string): Promise<{ readonly type: string; readonly status: string } | undefined> {
    const [row] = await this.#calls.rows(queries.assetSetWithId(id))
    return row && { type: asText(at(row, 'assetSet', 'type')), status: asText(at(row, 'assetSet', 'status')) }
  }

  /** The id of the enabled set of this name; empty when there is none. */
  async assetSetNamed(name: string): Promise<string> {
    const rows = await this.#calls.rows(queries.assetSetsNamed(name))
    return asText(
      at(
        rows.find((row) => at(row, 'assetSet', 'name') === name),
        'assetSet',
        'id',
      ),
    )
  }

  async assetSetSize(id: string): Promise<number> {
    return (await this.#calls.rows(queries.assetSetMembers(id))).length
  }

  async conversionActions() {
    const rows = await this.#calls.rows(queries.conversionActions)
    return rows.map(({ conversionAction }) => ({
      id: asText(at(conversionAction, 'id')),
      name: asText(at(conversionAction, 'name')),
      category: asText(at(conversionAction, 'category')),
      status: asText(at(conversionAction, 'status')),
    }))
  }

  /** The pairs of category and origin that the account measures. */
  async conversionGoals(): Promise<readonly { readonly category: string; readonly origin: string }[]> {
    const rows = await this.#calls.rows(queries.conversionGoals)
    const goals = rows.map(({ customerConversionGoal }) => ({
      category: asText(at(customerConversionGoal, 'category')),
      origin: asText(at(customerConversionGoal, 'origin')),
    }))
    // Values newer than the pinned version have no name by which they could be sent back.
    return goals.filter(({ category, origin }) => ![category, origin].some((name) => nameless.has(name)))
  }

  async campaigns(page: queries.CampaignPage): Promise<readonly Campaign[]> {
    return (await this.#calls.rows(queries.campaignPage(page))).map(campaignOf)
  }

  async campaign(id: string): Promise<Campaign | undefined> {
    const [row] = await this.#calls.rows(queries.campaignWithId(id))
    return row && campaignOf(row)
  }

  /** Campaigns of this name that were not removed, with the value of a custom parameter of theirs. */
  async campaignsNamed(name: string, parameter: string) {
    const rows = await this.#calls.rows(queries.campaignsNamed(name))
    return rows
      .filter((row) => at(row, 'campaign', 'name') === name)
      .map(({ campaign }) => {
        const pairs = asList(at(campaign, 'urlCustomParameters'))
        return {
          id: asText(at(campaign, 'id')),
          parameter: asText(
            at(
              pairs.find((pair) => at(pair, 'key') === parameter),
              'value',
            ),
          ),
        }
      })
  }

  async adGroupsOf(campaignId: string): Promise<readonly string[]> {
    const rows = await this.#calls.rows(queries.adGroupsOf(campaignId))
    return rows.map((row) => asText(at(row, 'adGroup', 'resourceName')))
  }

  /**
   * Carries out all parts or none, and names what came of each.
   * https://developers.google.com/google-ads/api/rest/common/mutate
   */
  async mutate(parts: readonly Part[]): Promise<readonly string[]> {
    const answer = await this.#refusedInOurWords(parts, () => this.#calls.write(mutateRequest(parts, false)))
    const names = asList(answer['mutateOperationResponses']).map((response) =>
      asText(at(Object.values(asObject(response))[0], 'resourceName')),
    )
    if (names.length !== parts.length || names.includes(''))
      throw new UpstreamFailure('garbled', 'The answer to a mutate does not name what was made.')
    return names
  }

  /** Asks whether the parts would be carried out. */
  async validate(parts: readonly Part[]): Promise<void> {
    const path = `customers/${this.selection.accountId}/googleAds:mutate`
    try {
      await this.#refusedInOurWords(parts, () =>
        this.#calls.ask(path, mutateRequest(parts, true), mutateTimeoutMs),
      )
    } catch (error) {
      throw translate(error)
    }
  }

  async #refusedInOurWords(parts: readonly Part[], send: () => Promise<Json>): Promise<Json> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof SearchRefusal)) throw error
      if (error.has(undeclared)) throw await this.#undeclared(error)
      throw translate(
        error,
        parts.map(({ origin }) => origin),
        'write',
      )
    }
  }

  /** Says which campaigns have to be declared before anything else can be changed. */
  async #undeclared(refusal: SearchRefusal): Promise<ServiceError> {
    const rows = await this.#calls.rows(queries.undeclaredCampaigns)
    const names = rows.map((row) => `"${asText(at(row, 'campaign', 'name')).slice(0, 40)}"`)
    return new ServiceError('PLATFORM_REJECTED', {
      values: {
        platform: 'search',
        problem: `declare at the platform whether these campaigns contain EU political advertising first: ${names.slice(0, 3).join(', ')}.`,
      },
      platformError: { platform: 'search', code: undeclared, subcode: '', traceId: refusal.requestId },
      cause: refusal,
    })
  }

  /** https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas */
  async keywordIdeas(request: {
    readonly keyword: string
    readonly languageId: string
    readonly geoTargetIds: readonly string[]
  }) {
    const { keyword, languageId, geoTargetIds } = request
    // One page: the planner has so many ideas that nobody reads the second.
    const answer = await this.#calls.read(
      `customers/${this.selection.accountId}:generateKeywordIdeas`,
      {
        ...(languageId === '' ? {} : { language: `languageConstants/${languageId}` }),
        geoTargetConstants: geoTargetIds.map((id) => `geoTargetConstants/${id}`),
        includeAdultKeywords: false,
        keywordPlanNetwork: 'GOOGLE_SEARCH',
        pageSize: 1000,
        historicalMetricsOptions: { includeAverageCpc: true },
        keywordSeed: { keywords: [keyword] },
      },
      30_000,
    )
    return asList(answer['results']).map((idea) => {
      const metric = (name: string) => asText(at(idea, 'keywordIdeaMetrics', name))
      return {
        text: asText(at(idea, 'text')),
        avgMonthlySearches: metric('avgMonthlySearches'),
        averageCpcMicros: metric('averageCpcMicros'),
        lowTopOfPageBidMicros: metric('lowTopOfPageBidMicros'),
        highTopOfPageBidMicros: metric('highTopOfPageBidMicros'),
      }
    })
  }
}

function mutateRequest(parts: readonly Part[], validateOnly: boolean): Json {
  return {
    mutateOperations: parts.map(({ operation }) => operation),
    // All or nothing: half a campaign would be worse than none.
    partialFailure: false,
    validateOnly,
    responseContentType: 'RESOURCE_NAME_ONLY',
  }
}

const nameless: ReadonlySet<string> = new Set(['', 'UNSPECIFIED', 'UNKNOWN'])

const undeclared = 'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED'

function campaignOf(row: Json): Campaign {
  const { campaign, campaignBudget } = row
  return {
    id: asText(at(campaign, 'id')),
    resourceName: asText(at(campaign, 'resourceName')),
    name: asText(at(campaign, 'name')),
    status: asText(at(campaign, 'status')),
    startDateTime: asText(at(campaign, 'startDateTime')),
    endDateTime: asText(at(campaign, 'endDateTime')),
    budget: {
      resourceName: asText(at(campaign, 'campaignBudget')),
      amountMicros: asText(at(campaignBudget, 'amountMicros')),
      explicitlyShared: at(campaignBudget, 'explicitlyShared') === true,
      referenceCount: Number(asText(at(campaignBudget, 'referenceCount')) || 0),
    },
  }
}

/** The id at the end of a resource name. */
export function idIn(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf('/') + 1)
}
