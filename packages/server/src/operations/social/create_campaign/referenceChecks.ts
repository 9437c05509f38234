// Checks that every object a request refers to exists and is usable. One error reports all missing objects.

import type { Body } from '@adrail/contract'
import type { CampaignReferences } from '../../../platforms/social/campaignReferences.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import { ReferenceCheck } from '../../campaign/referenceCheck.ts'
import { buildLeadTermsUrl } from '../leadTerms.ts'
import { findThumbnailUrl, parseImageHash } from './adParts.ts'
import { toLocationKey } from './audience.ts'
import { requireAllowedLocations } from './locationRules.ts'
import { isCustomConversion } from './objectives.ts'
import { suggestStandardEvent } from './pixelEvents.ts'

type CampaignBody = Body<'social/create_campaign'>

export interface SocialCatalogs {
  readonly locales: ReadonlySet<string>
  readonly systems: ReadonlySet<string>
  readonly devices: ReadonlySet<string>
}

export function requireSocialReferences(
  body: CampaignBody,
  references: CampaignReferences,
  catalogs: SocialCatalogs,
  { selection }: SocialConnector,
): void {
  requireActiveAccount(references)
  const referenceCheck = new ReferenceCheck()
  checkAudience(body, references, catalogs, selection.accountId, referenceCheck)
  checkGoal(body, references, selection, referenceCheck)
  checkAds(body, references, selection, referenceCheck)
  referenceCheck.assertNoneMissing()
  requireAllowedLocations(body, references)
  requireLeadTerms(body, references, selection.page.id)
  requireReadyVideos(body, references)
  const needsPhotoAccount =
    body.platforms?.includes('SOCIAL_B') || body.ads.some(({ postId }) => isPhotoPost(postId))
  if (needsPhotoAccount && !selection.photoAccount) throw new ServiceError('SECONDARY_ACCOUNT_MISSING')
}

const isPhotoPost = (postId: string | undefined) => postId !== undefined && !postId.includes('_')

function requireActiveAccount({ account }: CampaignReferences): void {
  if (account.account_status === 1) return
  throw new ServiceError('ACCOUNT_SUSPENDED', {
    values: {
      platform: 'social',
      problem: `the ad account is not active (status ${account.account_status}). The account holder sees the reason at Meta.`,
    },
  })
}

function checkAudience(
  body: CampaignBody,
  references: CampaignReferences,
  catalogs: SocialCatalogs,
  accountId: string,
  referenceCheck: ReferenceCheck,
): void {
  for (const field of ['locations', 'negativeLocations'] as const)
    for (const [index, location] of (body[field] ?? []).entries())
      referenceCheck.require(
        references.places.has(toLocationKey(location)),
        `${field}[${index}]`,
        `no ${location.type} "${location.key}" exists. social/search_targeting_locations finds places.`,
      )
  const valid = new Set(references.interests.flatMap(({ id, valid }) => (valid ? (id ?? []) : [])))
  const requireAllowed = (
    field: 'interests' | 'locales' | 'operatingSystems' | 'devices',
    allowedValues: ReadonlySet<string>,
    help: string,
  ) => {
    for (const [index, value] of (body[field] ?? []).entries())
      referenceCheck.require(
        allowedValues.has(value),
        `${field}[${index}]`,
        `"${value}" is unknown. ${help} lists the values.`,
      )
  }
  requireAllowed('interests', valid, 'social/search_targeting_interests')
  requireAllowed('locales', catalogs.locales, 'social/get_targeting_locales_lookup')
  requireAllowed('operatingSystems', catalogs.systems, 'social/get_targeting_systems_lookup')
  requireAllowed('devices', catalogs.devices, 'social/get_targeting_systems_lookup')
  for (const field of ['audienceIds', 'excludedAudienceIds'] as const)
    for (const [index, id] of (body[field] ?? []).entries()) {
      const audience = references.audiences.get(id)
      referenceCheck.require(
        audience !== undefined && belongsToAccount(accountId, audience),
        `${field}[${index}]`,
        'the account has no such audience. social/get_audiences lists them.',
      )
      referenceCheck.require(
        body.specialAdCategories.length === 0 || audience?.subtype !== 'LOOKALIKE',
        `${field}[${index}]`,
        'ads of a special category cannot use lookalike audiences.',
      )
    }
}

const belongsToAccount = (accountId: string, { account_id }: { readonly account_id: string }) =>
  account_id.replace(/^act_/, '') === accountId

function checkGoal(
  { leadFormId, pixelId, conversionEvent = '' }: CampaignBody,
  references: CampaignReferences,
  { accountId, page }: SocialConnector['selection'],
  referenceCheck: ReferenceCheck,
): void {
  if (leadFormId !== undefined) {
    const form = references.form.get(leadFormId)
    const exists = form !== undefined && (form.page_id ?? page.id) === page.id
    referenceCheck.require(
      exists,
      'leadFormId',
      'the page has no such lead form. social/get_leadform_list lists them.',
    )
    referenceCheck.require(
      !exists || form?.status === 'ACTIVE',
      'leadFormId',
      `the form has the status ${form?.status ?? ''}. Use a form with the status ACTIVE.`,
    )
  }
  if (pixelId === undefined) return
  referenceCheck.require(
    references.pixels.some(({ id, is_unavailable }) => id === pixelId && is_unavailable !== true),
    'pixelId',
    'the account has no such pixel. social/get_pixels_list lists them.',
  )
  const standardEvent = suggestStandardEvent(conversionEvent, references)
  referenceCheck.require(
    standardEvent === undefined,
    'conversionEvent',
    `the pixel received no event "${conversionEvent}" in the last 7 days. The standard event is ${standardEvent}. social/get_custom_conversions lists all events.`,
  )
  if (!isCustomConversion(conversionEvent)) return
  const conversion = references.conversion.get(conversionEvent)
  const sourceIds = [conversion?.pixel?.id, ...(conversion?.data_sources ?? []).map(({ id }) => id)]
  referenceCheck.require(
    conversion !== undefined &&
      belongsToAccount(accountId, conversion) &&
      conversion.is_archived !== true &&
      conversion.is_unavailable !== true &&
      sourceIds.includes(pixelId),
    'conversionEvent',
    'the pixel has no such custom conversion. social/get_custom_conversions lists them.',
  )
}

function checkAds(
  { ads }: CampaignBody,
  references: CampaignReferences,
  { accountId, page, photoAccount }: SocialConnector['selection'],
  referenceCheck: ReferenceCheck,
): void {
  const imageHashes = new Set(
    references.images.filter(({ status }) => status !== 'DELETED').map(({ hash }) => hash),
  )
  for (const [index, { postId, imageId, videoId }] of ads.entries()) {
    const adPath = `ads[${index}]`
    if (postId?.includes('_'))
      referenceCheck.require(
        postId.startsWith(`${page.id}_`) && references.posts.has(postId),
        `${adPath}.postId`,
        'the page has no such post. social/get_page_posts lists them.',
      )
    else if (postId !== undefined && photoAccount) {
      const owner = references.photoPosts.get(postId)?.owner?.id ?? photoAccount.id
      referenceCheck.require(
        references.photoPosts.has(postId) && owner === photoAccount.id,
        `${adPath}.postId`,
        'the Instagram account has no such post. social/get_page_posts lists them.',
      )
    }
    if (imageId !== undefined)
      referenceCheck.require(
        imageId.startsWith(`${accountId}:`) && imageHashes.has(parseImageHash(imageId)),
        `${adPath}.imageId`,
        'the account has no such image. social/get_ad_account_media lists them.',
      )
    if (videoId !== undefined)
      referenceCheck.require(
        references.videos.some(({ id }) => id === videoId),
        `${adPath}.videoId`,
        'the account has no such video. social/get_ad_account_media lists them.',
      )
  }
}

function requireLeadTerms({ leadFormId }: CampaignBody, { page }: CampaignReferences, pageId: string): void {
  // The platform reports this only to people who manage the page, so `undefined` does not mean "not
  // accepted".
  if (leadFormId === undefined || page.leadgen_tos_accepted !== false) return
  throw new ServiceError('TERMS_NOT_ACCEPTED', {
    field: 'leadFormId',
    values: {
      platform: 'social',
      problem: `the terms of lead forms. A person who manages the page accepts them at ${buildLeadTermsUrl(pageId)}.`,
    },
  })
}

function requireReadyVideos({ ads }: CampaignBody, references: CampaignReferences): void {
  for (const [index, { videoId }] of ads.entries()) {
    const video = references.videos.find(({ id }) => id === videoId)
    if (videoId === undefined || video === undefined) continue
    const status = video.status?.video_status ?? ''
    if (status === 'ready' && findThumbnailUrl(references, videoId) !== '') continue
    const problem =
      status === 'error' || status === 'expired'
        ? 'the platform could not process the file. Upload a different video.'
        : 'the platform is still processing the video.'
    throw new ServiceError('VIDEO_NOT_READY', { field: `ads[${index}].videoId`, values: { problem } })
  }
}
