// Links of assets and asset sets to campaigns and accounts.
// https://developers.google.com/google-ads/api/docs/assets/working-with-assets and …/docs/assets/location-assets

import { lastSegment } from '../../resources.ts'
import { asArray, asObject, asString, getAtPath, type WireObject } from '../../wire.ts'
import { type Draft, isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkNotRemoved } from './criteria.ts'
import { checkCountLimit, countLimits } from './limits.ts'
import { checkUniqueName } from './names.ts'

const assetTypeByFieldType: Readonly<Record<string, string>> = {
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
    const campaign = asString(link['campaign'])
    const fieldType = asString(link['fieldType'])
    checkNotRemoved(context, 'campaign', campaign, ['campaign'])
    const asset = context.draft.get('asset', asString(link['asset'])) ?? {}
    const expectedType = assetTypeByFieldType[fieldType]
    if (expectedType === undefined) {
      context.report('assetLinkError.UNSUPPORTED_FIELD_TYPE', ['field_type'], { trigger: fieldType })
    } else if (asset['type'] !== expectedType) {
      context.report('assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE', ['field_type'], {
        trigger: fieldType,
      })
    } else if (fieldType === 'AD_IMAGE') {
      // Every account may store images, but not every account may serve them.
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
    const getKey = (other: WireObject) =>
      isRemoved(other) ? undefined : `${asString(other['campaign'])}\n${asString(other['fieldType'])}`
    const existingLinks = context.draft
      .findByKey('campaign_asset', 'place', getKey, `${campaign}\n${fieldType}`)
      .filter((other) => other['asset'] !== link['asset'])
    checkCountLimit(context, limit, existingLinks.length, lastSegment(campaign))
    return undefined
  },
}

/**
 * Accepts squares from 300 × 300 and 1.91:1 from 600 × 314, within 1 %:
 * https://support.google.com/google-ads/answer/9566341
 */
function checkImageSize(context: RuleContext, asset: WireObject): void {
  const width = Number(getAtPath(asset, ['imageAsset', 'fullSize', 'widthPixels']) ?? 0)
  const height = Number(getAtPath(asset, ['imageAsset', 'fullSize', 'heightPixels']) ?? 0)
  const ratio = width / height
  const isSquare = Math.abs(ratio - 1) <= 0.01
  const isLandscape = Math.abs(ratio - 1.91) <= 0.0191
  if (!isSquare && !isLandscape) {
    context.report('imageError.ASPECT_RATIO_NOT_ALLOWED', ['asset'], { trigger: `${width}x${height}` })
  } else if (isSquare ? width < 300 : width < 600 || height < 314) {
    context.report('assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE', ['asset'], {
      trigger: `${width}x${height}`,
    })
  }
}

const locationGroupTypes: ReadonlySet<string> = new Set([
  'BUSINESS_PROFILE_DYNAMIC_LOCATION_GROUP',
  'CHAIN_DYNAMIC_LOCATION_GROUP',
  'STATIC_LOCATION_GROUP',
])

export const assetSetRules: ResourceRules = {
  create(context, set) {
    set['id'] = context.draft.nextId('assetSet')
    set['status'] = 'ENABLED'
    checkUniqueName(context, 'asset_set', set, 'assetSetError.DUPLICATE_ASSET_SET_NAME')
    const isGroup = locationGroupTypes.has(asString(set['type']))
    const parentId = set['locationGroupParentAssetSetId']
    if (isGroup) checkParentSet(context, parentId)
    else if (parentId !== undefined) {
      context.report('fieldError.VALUE_MUST_BE_UNSET', ['location_group_parent_asset_set_id'])
    }
    if (set['type'] === 'LOCATION_SYNC') checkSyncSet(context, set)
    else if (!isGroup) {
      context.report('operationAccessDeniedError.CREATE_OPERATION_NOT_PERMITTED', ['type'])
    }
    return undefined
  },
  update: (context, set) =>
    checkUniqueName(context, 'asset_set', set, 'assetSetError.DUPLICATE_ASSET_SET_NAME'),
  remove(context, set) {
    const name = asString(set['resourceName'])
    const hasLiveLinks = (kind: string) =>
      context.draft.countByKey(
        kind,
        'set',
        (link) => (isRemoved(link) ? undefined : asString(link['assetSet'])),
        name,
      ) > 0
    const isParent = [...context.draft.all('asset_set')].some(
      (other) => !isRemoved(other) && other['locationGroupParentAssetSetId'] === set['id'],
    )
    if (hasLiveLinks('customer_asset_set') || hasLiveLinks('campaign_asset_set') || isParent) {
      context.report('assetSetError.CANNOT_DELETE_AS_ENABLED_LINKAGES_EXIST', [], { trigger: name })
    }
  },
}

function checkParentSet(context: RuleContext, parentId: WireObject[string]): void {
  const path = ['location_group_parent_asset_set_id']
  if (parentId === undefined) {
    context.report('fieldError.REQUIRED', path)
    return
  }
  const id = asString(parentId)
  const name = context.resolveTemporaryName('assetSets', id) ?? context.draft.toResourceName('assetSets', id)
  const parentSet = context.draft.get('asset_set', name)
  if (parentSet === undefined || isRemoved(parentSet)) {
    context.report('mutateError.RESOURCE_NOT_FOUND', path, { trigger: id })
  } else if (parentSet['type'] !== 'LOCATION_SYNC') {
    context.report('assetSetError.INVALID_PARENT_ASSET_SET_TYPE', path, { trigger: id })
  }
}

function checkSyncSet(context: RuleContext, set: WireObject): void {
  const locations = asObject(set['locationSet'])
  const profile = asObject(locations['businessProfileLocationSet'])
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
  create(context, setAsset) {
    setAsset['status'] = 'ENABLED'
    const { draft } = context
    const set = draft.get('asset_set', asString(setAsset['assetSet'])) ?? {}
    const asset = draft.get('asset', asString(setAsset['asset'])) ?? {}
    checkNotRemoved(context, 'asset_set', asString(setAsset['assetSet']), ['asset_set'])
    if (asset['type'] !== 'LOCATION') {
      context.report('assetSetAssetError.INVALID_ASSET_TYPE', ['asset'], {
        trigger: asString(setAsset['asset']),
      })
    } else if (set['type'] !== 'STATIC_LOCATION_GROUP') {
      context.report('assetSetAssetError.INVALID_ASSET_SET_TYPE', ['asset_set'])
    } else if (
      !isSetMember(
        draft,
        asString(set['locationGroupParentAssetSetId']),
        lastSegment(asString(setAsset['asset'])),
      )
    ) {
      context.report('assetSetAssetError.PARENT_LINKAGE_DOES_NOT_EXIST', ['asset'], {
        trigger: asString(setAsset['asset']),
      })
    }
    return undefined
  },
}

function isSetMember(draft: Draft, set: string, asset: string): boolean {
  const setAssetResource = draft.get(
    'asset_set_asset',
    draft.toResourceName('assetSetAssets', `${set}~${asset}`),
  )
  return setAssetResource !== undefined && !isRemoved(setAssetResource)
}

export const campaignAssetSetRules: ResourceRules = {
  create(context, link) {
    const { draft } = context
    link['status'] = 'ENABLED'
    const name = asString(link['assetSet'])
    const campaign = draft.get('campaign', asString(link['campaign'])) ?? {}
    checkNotRemoved(context, 'campaign', asString(link['campaign']), ['campaign'])
    checkNotRemoved(context, 'asset_set', name, ['asset_set'])
    const excludesLocations = asArray(campaign['excludedParentAssetSetTypes']).includes('LOCATION_SYNC')
    if (excludesLocations || !locationGroupTypes.has(asString(draft.get('asset_set', name)?.['type']))) {
      context.report('assetSetLinkError.INCOMPATIBLE_ASSET_SET_TYPE_WITH_CAMPAIGN_TYPE', ['asset_set'], {
        trigger: name,
      })
    }
    const id = `${lastSegment(asString(link['campaign']))}~${lastSegment(name)}`
    const existingLink = draft.get('campaign_asset_set', draft.toResourceName('campaignAssetSets', id))
    if (existingLink !== undefined && !isRemoved(existingLink)) {
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
    const name = asString(link['assetSet'])
    checkNotRemoved(context, 'asset_set', name, ['asset_set'])
    if (draft.get('asset_set', name)?.['type'] !== 'LOCATION_SYNC') {
      context.report('assetSetError.ASSET_SET_TYPE_CANNOT_BE_LINKED_TO_CUSTOMER', ['asset_set'], {
        trigger: name,
      })
    }
    return undefined
  },
  afterCreate: (context, link) => syncLocations(context, asString(link['assetSet'])),
}

/** When a sync set is linked, the platform creates an asset for each of its places. */
function syncLocations(context: RuleContext, set: string): void {
  const { draft } = context
  const places = asArray(
    getAtPath(draft.get('asset_set', set), ['locationSet', 'mapsLocationSet', 'mapsLocations']),
  )
  for (const place of places) {
    const id = draft.nextId('asset')
    const name = draft.toResourceName('assets', id)
    draft.put('asset', name, {
      resourceName: name,
      id,
      type: 'LOCATION',
      source: 'ADVERTISER',
      locationAsset: {
        placeId: asString(asObject(place)['placeId']),
        locationOwnershipType: 'BUSINESS_OWNER',
      },
    })
    const setAssetName = draft.toResourceName('assetSetAssets', `${lastSegment(set)}~${id}`)
    draft.put('asset_set_asset', setAssetName, {
      resourceName: setAssetName,
      assetSet: set,
      asset: name,
      status: 'ENABLED',
    })
  }
}
