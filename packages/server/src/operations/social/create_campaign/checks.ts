// Whether what a request refers to is there and can be used: everything that is not is told at once.

import type { Body } from '@adrail/contract'
import { ServiceError } from '../../../base/errors.ts'
import { References as Missing } from '../../../base/references.ts'
import type { References } from '../../../platforms/social/campaignReferences.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { leadTermsUrl } from '../leadTerms.ts'
import { hashIn, thumbnailOf } from './adParts.ts'
import { isCustomConversion } from './aim.ts'
import { nameOfPlace } from './audience.ts'
import { misspeltEvent } from './pixelEvents.ts'
import { requireAllowedPlaces } from './places.ts'

type Request = Body<'social/create_campaign'>

export interface Catalogues {
  readonly locales: ReadonlySet<string>
  readonly systems: ReadonlySet<string>
  readonly devices: ReadonlySet<string>
}

export function requireUsable(
  body: Request,
  facts: References,
  catalogues: Catalogues,
  { selection }: SocialConnector,
): void {
  requireAccount(facts)
  const missing = new Missing()
  checkAudience(body, facts, catalogues, selection.adAccountId, missing)
  checkGoal(body, facts, selection, missing)
  checkAds(body, facts, selection, missing)
  missing.check()
  requireAllowedPlaces(body, facts)
  requireTerms(body, facts, selection.page.id)
  requireVideos(body, facts)
  const usesPhotos = body.platforms?.includes('SOCIAL_B') || body.ads.some(({ postId }) => isPhoto(postId))
  if (usesPhotos && !selection.photoAccount) throw new ServiceError('SECONDARY_ACCOUNT_MISSING')
}

const isPhoto = (postId: string | undefined) => postId !== undefined && !postId.includes('_')

function requireAccount({ account }: References): void {
  if (account.account_status === 1) return
  throw new ServiceError('ACCOUNT_SUSPENDED', {
    values: {
      platform: 'social',
      problem: `the ad account is not active (status ${account.account_status}). Its holder sees the reason there.`,
    },
  })
}

function checkAudience(
  body: Request,
  facts: References,
  catalogues: Catalogues,
  adAccountId: string,
  missing: Missing,
): void {
  for (const member of ['locations', 'negativeLocations'] as const)
    for (const [index, place] of (body[member] ?? []).entries())
      missing.require(
        facts.places.has(nameOfPlace(place)),
        `${member}[${index}]`,
        `there is no ${place.type} "${place.key}"; social/search_targeting_locations finds places.`,
      )
  const valid = new Set(facts.interests.flatMap(({ id, valid }) => (valid ? (id ?? []) : [])))
  const named = (
    member: 'interests' | 'locales' | 'operatingSystems' | 'devices',
    known: ReadonlySet<string>,
    help: string,
  ) => {
    for (const [index, name] of (body[member] ?? []).entries())
      missing.require(known.has(name), `${member}[${index}]`, `"${name}" is unknown; ${help} lists them.`)
  }
  named('interests', valid, 'social/search_targeting_interests')
  named('locales', catalogues.locales, 'social/get_targeting_locales_lookup')
  named('operatingSystems', catalogues.systems, 'social/get_targeting_systems_lookup')
  named('devices', catalogues.devices, 'social/get_targeting_systems_lookup')
  for (const member of ['audienceIds', 'excludedAudienceIds'] as const)
    for (const [index, id] of (body[member] ?? []).entries()) {
      const audience = facts.audiences.get(id)
      missing.require(
        audience !== undefined && isOf(adAccountId, audience),
        `${member}[${index}]`,
        'the account has no such audience; social/get_audiences lists them.',
      )
      missing.require(
        body.specialAdCategories.length === 0 || audience?.subtype !== 'LOOKALIKE',
        `${member}[${index}]`,
        'ads of a special category cannot use lookalike audiences.',
      )
    }
}

const isOf = (adAccountId: string, { account_id }: { readonly account_id: string }) =>
  account_id.replace(/^act_/, '') === adAccountId

function checkGoal(
  { leadFormId, pixelId, conversionEvent = '' }: Request,
  facts: References,
  { adAccountId, page }: SocialConnector['selection'],
  missing: Missing,
): void {
  if (leadFormId !== undefined) {
    const form = facts.form.get(leadFormId)
    const isThere = form !== undefined && (form.page_id ?? page.id) === page.id
    missing.require(
      isThere,
      'leadFormId',
      'the page has no such lead form; social/get_leadform_list lists them.',
    )
    missing.require(
      !isThere || form?.status === 'ACTIVE',
      'leadFormId',
      `the form is ${form?.status ?? ''}; only an ACTIVE one can be used.`,
    )
  }
  if (pixelId === undefined) return
  missing.require(
    facts.pixels.some(({ id, is_unavailable }) => id === pixelId && is_unavailable !== true),
    'pixelId',
    'the account has no such pixel; social/get_pixels_list lists them.',
  )
  const meant = misspeltEvent(conversionEvent, facts)
  missing.require(
    meant === undefined,
    'conversionEvent',
    `the pixel received no event "${conversionEvent}" in the last 7 days. The standard event is ${meant}; social/get_custom_conversions lists all events.`,
  )
  if (!isCustomConversion(conversionEvent)) return
  const conversion = facts.conversion.get(conversionEvent)
  const sources = [conversion?.pixel?.id, ...(conversion?.data_sources ?? []).map(({ id }) => id)]
  missing.require(
    conversion !== undefined &&
      isOf(adAccountId, conversion) &&
      conversion.is_archived !== true &&
      conversion.is_unavailable !== true &&
      sources.includes(pixelId),
    'conversionEvent',
    'the pixel has no such custom conversion; social/get_custom_conversions lists them.',
  )
}

function checkAds(
  { ads }: Request,
  facts: References,
  { adAccountId, page, photoAccount }: SocialConnector['selection'],
  missing: Missing,
): void {
  const hashes = new Set(facts.images.filter(({ status }) => status !== 'DELETED').map(({ hash }) => hash))
  for (const [index, { postId, imageId, videoId }] of ads.entries()) {
    const at = `ads[${index}]`
    if (postId?.includes('_'))
      missing.require(
        postId.startsWith(`${page.id}_`) && facts.posts.has(postId),
        `${at}.postId`,
        'the page has no such post; social/get_page_posts lists them.',
      )
    else if (postId !== undefined && photoAccount) {
      const owner = facts.photoPosts.get(postId)?.owner?.id ?? photoAccount.id
      missing.require(
        facts.photoPosts.has(postId) && owner === photoAccount.id,
        `${at}.postId`,
        'the photo account has no such post; social/get_page_posts lists them.',
      )
    }
    if (imageId !== undefined)
      missing.require(
        imageId.startsWith(`${adAccountId}:`) && hashes.has(hashIn(imageId)),
        `${at}.imageId`,
        'the account has no such image; social/get_ad_account_media lists them.',
      )
    if (videoId !== undefined)
      missing.require(
        facts.videos.some(({ id }) => id === videoId),
        `${at}.videoId`,
        'the account has no such video; social/get_ad_account_media lists them.',
      )
  }
}

function requireTerms({ leadFormId }: Request, { page }: References, pageId: string): void {
  // Told only to people who manage the page: nothing is no "no".
  if (leadFormId === undefined || page.leadgen_tos_accepted !== false) return
  throw new ServiceError('TERMS_NOT_ACCEPTED', {
    field: 'leadFormId',
    values: {
      platform: 'social',
      problem: `those of lead forms, by the page. Somebody who manages it accepts them at ${leadTermsUrl(pageId)}`,
    },
  })
}

function requireVideos({ ads }: Request, facts: References): void {
  for (const [index, { videoId }] of ads.entries()) {
    const video = facts.videos.find(({ id }) => id === videoId)
    if (videoId === undefined || video === undefined) continue
    const status = video.status?.video_status ?? ''
    if (status === 'ready' && thumbnailOf(facts, videoId) !== '') continue
    const problem =
      status === 'error' || status === 'expired'
        ? 'the platform could not use its file. Upload another one.'
        : 'the platform is still working on it. Try again in some minutes.'
    throw new ServiceError('VIDEO_NOT_READY', { field: `ads[${index}].videoId`, values: { problem } })
  }
}
