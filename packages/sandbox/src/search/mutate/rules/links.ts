// Links of assets and asset sets to campaigns and accounts.
// https://developers.google.com/google-ads/api/docs/assets/working-with-assets and …/docs/assets/location-assets

import { lastPart } from '../../resources.ts'
import { at, list, text, type Wire, wire } from '../../wire.ts'
import { type Draft, isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkAlive } from './criteria.ts'
import { checkCount, countLimits } from './limits.ts'
import { checkNameFree } from './names.ts'

const typeForField: Readonly<Record<string, string>> = {
  CALLOUT: 'CALLOUT',
  CALL: 'CALL',
  AD_IMAGE: 'IMAGE',
  LEAD_FORM: 'LEAD_FORM',
  SITELINK: 'SITELINK',
  STRUCTURED_SNIPPET: 'STRUCTURED_SNIPPET',
  BUSINESS_NAME: 'TEXT',
  BUSINESS_LOGO: 'IMAGE',
}

export const campaignAssetRules: ResourceRules = {
  create(context, link) {
    link['status'] ??= 'ENABLED'
    link['source'] = 'ADVERTISER'
    link['primaryStatus'] = 'ELIGIBLE'
    const campaign = text(link['campaign'])
    const fieldType = text(link['fieldType'])
    checkAlive(context, 'campaign', campaign, ['campaign'])
    const asset = context.draft.get('asset', text(link['asset'])) ?? {}
    const wanted = typeForField[fieldType]
    if (wanted === undefined) {
      context.report('assetLinkError.UNSUPPORTED_FIELD_TYPE', ['field_type'], { trigger: fieldType })
    } else if (asset['type'] !== wanted) {
      context.report('assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE', ['field_type'], {
        trigger: fieldType,
      })
    } else if (fieldType === 'AD_IMAGE') {
      // Every account may keep images; not every one may show them.
      if (context.draft.account.imagesEligible) checkImageSize(context, asset)
      else context.report('assetError.CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE', ['asset'])
    }
    const limit =
      fieldType === 'LEAD_FORM'
        ? countLimits.leadForms
        : fieldType === 'AD_IMAGE'
          ? countLimits.images
          : undefined
    if (limit === undefined) return undefined
    const keyOf = (other: Wire) =>
      isRemoved(other) ? undefined : `${text(other['campaign'])}\n${text(other['fieldType'])}`
    const present = context.draft
      .keyed('campaign_asset', 'place', keyOf, `${campaign}\n${fieldType}`)
      .filter((other) => other['asset'] !== link['asset'])
    checkCount(context, limit, present.length, lastPart(campaign))
    return undefined
  },
}

/** Square from 300 × 300 or 1.91 : 1 from 600 × 314, within one per cent: https://support.google.com/google-ads/answer/9566341 */
function checkImageSize(context: RuleContext, asset: Wire): void {
  const width = Number(at(asset, ['imageAsset', 'fullSize', 'widthPixels']) ?? 0)
  const height = Number(at(asset, ['imageAsset', 'fullSize', 'heightPixels']) ?? 0)
  const ratio = width / height
  const square = Math.abs(ratio - 1) <= 0.01
  const landscape = Math.abs(ratio - 1.91) <= 0.0191
  if (!square && !landscape) {
    context.report('imageError.ASPECT_RATIO_NOT_ALLOWED', ['asset'], { trigger: `${width}x${height}` })
  } else if (square ? width < 300 : width < 600 || height < 314) {
    context.report('assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE', ['asset'], {
      trigger: `${width}x${height}`,
    })
  }
}

const locationGroups: ReadonlySet<string> = new Set([
  'BUSINESS_PROFILE_DYNAMIC_LOCATION_GROUP',
  'CHAIN_DYNAMIC_LOCATION_GROUP',
  'STATIC_LOCATION_GROUP',
])

export const assetSetRules: ResourceRules = {
  create(context, set) {
    set['id'] = context.draft.nextId('assetSet')
    set['status'] = 'ENABLED'
    checkNameFree(context, 'asset_set', set, 'assetSetError.DUPLICATE_ASSET_SET_NAME')
    const isGroup = locationGroups.has(text(set['type']))
    const parent = set['locationGroupParentAssetSetId']
    if (isGroup) checkParent(context, parent)
    else if (parent !== undefined) {
      context.report('fieldError.VALUE_MUST_BE_UNSET', ['location_group_parent_asset_set_id'])
    }
    if (set['type'] === 'LOCATION_SYNC') checkSync(context, set)
    else if (!isGroup) {
      context.report('operationAccessDeniedError.CREATE_OPERATION_NOT_PERMITTED', ['type'])
    }
    return undefined
  },
  update: (context, set) =>
    checkNameFree(context, 'asset_set', set, 'assetSetError.DUPLICATE_ASSET_SET_NAME'),
  remove(context, set) {
    const name = text(set['resourceName'])
    const alive = (kind: string) =>
      context.draft.count(
        kind,
        'set',
        (link) => (isRemoved(link) ? undefined : text(link['assetSet'])),
        name,
      ) > 0
    const isParent = [...context.draft.all('asset_set')].some(
      (other) => !isRemoved(other) && other['locationGroupParentAssetSetId'] === set['id'],
    )
    if (alive('customer_asset_set') || alive('campaign_asset_set') || isParent) {
      context.report('assetSetError.CANNOT_DELETE_AS_ENABLED_LINKAGES_EXIST', [], { trigger: name })
    }
  },
}

function checkParent(context: RuleContext, parent: Wire[string]): void {
  const path = ['location_group_parent_asset_set_id']
  if (parent === undefined) {
    context.report('fieldError.REQUIRED', path)
    return
  }
  const id = text(parent)
  const name = context.temporary('assetSets', id) ?? context.draft.nameOf('assetSets', id)
  const found = context.draft.get('asset_set', name)
  if (found === undefined || isRemoved(found)) {
    context.report('mutateError.RESOURCE_NOT_FOUND', path, { trigger: id })
  } else if (found['type'] !== 'LOCATION_SYNC') {
    context.report('assetSetError.INVALID_PARENT_ASSET_SET_TYPE', path, { trigger: id })
  }
}

function checkSync(context: RuleContext, set: Wire): void {
  const locations = wire(set['locationSet'])
  const profile = wire(locations['businessProfileLocationSet'])
  if (set['locationSet'] === undefined) context.report('fieldError.REQUIRED', ['location_set'])
  else if (
    locations['businessProfileLocationSet'] !== undefined &&
    profile['httpAuthorizationToken'] === undefined
  ) {
    context.report('assetSetError.OAUTH_INFO_MISSING', ['location_set', 'business_profile_location_set'])
  }
  const others = [...context.draft.all('asset_set')].filter(
    (other) => other['type'] === 'LOCATION_SYNC' && !isRemoved(other),
  )
  if (others.length > 0) {
    context.report('assetSetError.NOT_UNIQUE_ENABLED_LOCATION_SYNC_TYPED_ASSET_SET', ['type'])
  }
}

export const assetSetAssetRules: ResourceRules = {
  create(context, member) {
    member['status'] = 'ENABLED'
    const { draft } = context
    const set = draft.get('asset_set', text(member['assetSet'])) ?? {}
    const asset = draft.get('asset', text(member['asset'])) ?? {}
    checkAlive(context, 'asset_set', text(member['assetSet']), ['asset_set'])
    if (asset['type'] !== 'LOCATION') {
      context.report('assetSetAssetError.INVALID_ASSET_TYPE', ['asset'], { trigger: text(member['asset']) })
    } else if (set['type'] !== 'STATIC_LOCATION_GROUP') {
      context.report('assetSetAssetError.INVALID_ASSET_SET_TYPE', ['asset_set'])
    } else if (
      !isMember(draft, text(set['locationGroupParentAssetSetId']), lastPart(text(member['asset'])))
    ) {
      context.report('assetSetAssetError.PARENT_LINKAGE_DOES_NOT_EXIST', ['asset'], {
        trigger: text(member['asset']),
      })
    }
    return undefined
  },
}

function isMember(draft: Draft, set: string, asset: string): boolean {
  const found = draft.get('asset_set_asset', draft.nameOf('assetSetAssets', `${set}~${asset}`))
  return found !== undefined && !isRemoved(found)
}

export const campaignAssetSetRules: ResourceRules = {
  create(context, link) {
    const { draft } = context
    link['status'] = 'ENABLED'
    const name = text(link['assetSet'])
    const campaign = draft.get('campaign', text(link['campaign'])) ?? {}
    checkAlive(context, 'campaign', text(link['campaign']), ['campaign'])
    checkAlive(context, 'asset_set', name, ['asset_set'])
    const excludes = list(campaign['excludedParentAssetSetTypes']).includes('LOCATION_SYNC')
    if (excludes || !locationGroups.has(text(draft.get('asset_set', name)?.['type']))) {
      context.report('assetSetLinkError.INCOMPATIBLE_ASSET_SET_TYPE_WITH_CAMPAIGN_TYPE', ['asset_set'], {
        trigger: name,
      })
    }
    const id = `${lastPart(text(link['campaign']))}~${lastPart(name)}`
    const present = draft.get('campaign_asset_set', draft.nameOf('campaignAssetSets', id))
    if (present !== undefined && !isRemoved(present)) {
      context.report('assetSetLinkError.DUPLICATE_ASSET_SET_LINK', ['asset_set'], { trigger: name })
    }
    return undefined
  },
}

export const customerAssetSetRules: ResourceRules = {
  create(context, link) {
    const { draft } = context
    link['status'] = 'ENABLED'
    link['customer'] = `customers/${draft.customerId}`
    const name = text(link['assetSet'])
    checkAlive(context, 'asset_set', name, ['asset_set'])
    if (draft.get('asset_set', name)?.['type'] !== 'LOCATION_SYNC') {
      context.report('assetSetError.ASSET_SET_TYPE_CANNOT_BE_LINKED_TO_CUSTOMER', ['asset_set'], {
        trigger: name,
      })
    }
    return undefined
  },
  created: (context, link) => syncLocations(context, text(link['assetSet'])),
}

/** Once a sync set is linked, the platform makes an asset of each of its places. */
function syncLocations(context: RuleContext, set: string): void {
  const { draft } = context
  const places = list(at(draft.get('asset_set', set), ['locationSet', 'mapsLocationSet', 'mapsLocations']))
  for (const place of places) {
    const id = draft.nextId('asset')
    const name = draft.nameOf('assets', id)
    draft.put('asset', name, {
      resourceName: name,
      id,
      type: 'LOCATION',
      source: 'ADVERTISER',
      locationAsset: { placeId: text(wire(place)['placeId']), locationOwnershipType: 'BUSINESS_OWNER' },
    })
    const member = draft.nameOf('assetSetAssets', `${lastPart(set)}~${id}`)
    draft.put('asset_set_asset', member, {
      resourceName: member,
      assetSet: set,
      asset: name,
      status: 'ENABLED',
    })
  }
}
