// Loads the objects that a request refers to and checks that they exist and are usable. One error lists all missing
// references.

import type { Body } from '@adrail/contract'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import { ReferenceCheck } from '../../campaign/referenceCheck.ts'
import type { SearchBlueprint } from '../blueprint.ts'
import { markerKey } from '../campaignParts.ts'
import { resolveLanguageId } from '../language.ts'
import { parseLocationId } from '../location.ts'
import { fetchAdImages, splitUploadBatches } from './images.ts'

type CampaignBody = Body<'search/create_search_campaign'>

const locationGroupTypes = [
  'STATIC_LOCATION_GROUP',
  'CHAIN_DYNAMIC_LOCATION_GROUP',
  'BUSINESS_PROFILE_DYNAMIC_LOCATION_GROUP',
]

/**
 * The platform refuses a name that is in use. The check is only necessary if images are uploaded before,
 * because a refusal would then leave the uploaded images behind.
 */
export async function requireFreeName(
  name: string,
  images: SearchBlueprint['images'],
  connector: SearchConnector,
  marker: string | undefined,
): Promise<void> {
  if (splitUploadBatches(images).length === 0) return
  const sameNameCampaigns = await connector.structure.listCampaignsByName(name, markerKey)
  // A campaign with this write's marker was created by the write itself before the database lost its record.
  if (sameNameCampaigns.some(({ parameter }) => parameter !== marker))
    throw new ServiceError('DUPLICATE_CAMPAIGN_NAME', { field: 'campaignName' })
}

/** All reads run concurrently. */
export async function loadSearchReferenceFacts(body: CampaignBody, connector: SearchConnector) {
  const locations = [...(body.locations ?? []), ...(body.negativeLocations ?? [])].map(parseLocationId)
  const { leadFormAssetId, locationGroupId } = body
  const [unit, languages, places, goals, leadForm, group, groupSize, images] = await Promise.all([
    connector.billableUnitMicros(),
    body.languages?.length ? connector.catalogs.languages() : [],
    connector.catalogs.geoTargets(locations),
    body.objective === 'CONVERSION' ? connector.library.conversionGoals() : [],
    leadFormAssetId === undefined ? undefined : connector.library.findAsset(leadFormAssetId),
    locationGroupId === undefined ? undefined : connector.library.findAssetSet(locationGroupId),
    locationGroupId === undefined ? undefined : connector.library.countAssetSetMembers(locationGroupId),
    fetchAdImages(connector.images, body.images ?? []),
  ])
  return { unit, languages, places, goals, leadForm, group, groupSize, images }
}

export function requireSearchReferences(
  body: CampaignBody,
  facts: Awaited<ReturnType<typeof loadSearchReferenceFacts>>,
): void {
  const references = new ReferenceCheck()
  for (const field of ['locations', 'negativeLocations'] as const)
    for (const [index, locationReference] of (body[field] ?? []).entries()) {
      const place = facts.places.get(parseLocationId(locationReference))
      references.require(
        place?.status === 'ENABLED',
        `${field}[${index}]`,
        `location ${parseLocationId(locationReference)} ${place ? 'can no longer be targeted' : 'does not exist'}. search/search_locations finds locations.`,
      )
    }
  for (const [index, code] of (body.languages ?? []).entries())
    references.require(
      resolveLanguageId(code, facts.languages) !== undefined,
      `languages[${index}]`,
      `no language "${code}" exists. search/get_languages lists them.`,
    )
  if (body.objective === 'CONVERSION')
    for (const [index, event] of (body.conversionEvents ?? []).entries())
      references.require(
        facts.goals.some(({ category }) => category === event),
        `conversionEvents[${index}]`,
        `the account has no conversion action of category ${event}. search/get_conversion_actions lists them.`,
      )
  if (body.leadFormAssetId !== undefined)
    references.require(
      facts.leadForm?.type === 'LEAD_FORM',
      'leadFormAssetId',
      'the account has no such lead form. search/get_lead_forms lists them.',
    )
  if (body.locationGroupId !== undefined)
    references.require(
      facts.group?.status === 'ENABLED' && locationGroupTypes.includes(facts.group.type),
      'locationGroupId',
      'the account has no such location group. search/create_location_group creates one.',
    )
  references.assertNoneMissing()
}
