// Assets. https://developers.google.com/google-ads/api/docs/assets/overview

import { createHash } from 'node:crypto'
import { inspectImage } from '../../images.ts'
import { checkTextPolicy } from '../../policy.ts'
import { asArray, asObject, asString, type WireObject } from '../../wire.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkLeadForm } from './leadForms.ts'
import { phoneProblem } from './phones.ts'
import { checkFinalUrl, checkFinalUrlSuffix, checkTrackingTemplate } from './urls.ts'

/** The type of an asset by the JSON field that contains its data. */
export const assetTypeByField: Readonly<Record<string, string>> = {
  youtubeVideoAsset: 'YOUTUBE_VIDEO',
  imageAsset: 'IMAGE',
  textAsset: 'TEXT',
  leadFormAsset: 'LEAD_FORM',
  calloutAsset: 'CALLOUT',
  structuredSnippetAsset: 'STRUCTURED_SNIPPET',
  sitelinkAsset: 'SITELINK',
  callAsset: 'CALL',
}

const maxImageBytes = 5 * 1024 * 1024

export const assetRules: ResourceRules = {
  create(context, asset) {
    const { draft } = context
    const dataField = Object.keys(assetTypeByField).find((name) => asset[name] !== undefined)
    if (dataField === undefined) {
      context.report('assetError.ASSET_DATA_IS_MISSING', ['asset_data'])
      return undefined
    }
    asset['type'] = assetTypeByField[dataField]
    asset['source'] = 'ADVERTISER'
    checkUrls(context, asset)
    checkData(context, asset)
    const existingName = findDuplicateAsset(context, asset, dataField)
    if (existingName !== undefined) return existingName
    checkName(context, asset)
    asset['id'] = draft.nextId('asset')
    return undefined
  },

  afterCreate(context, asset) {
    const dataField = Object.keys(assetTypeByField).find((name) => asset[name] !== undefined) ?? ''
    const image = asObject(asset['imageAsset'])
    const fingerprint = computeFingerprint(asset, dataField)
    // The sandbox needs the bytes only for the fingerprint, so it does not store them.
    delete image['data']
    if (fingerprint !== undefined) context.draft.setFingerprint(fingerprint, asString(asset['resourceName']))
  },

  update(context, asset, previous, changed) {
    checkUrls(context, asset)
    checkData(context, asset)
    if (changed.has('name')) {
      if (previous['name'] !== undefined && previous['type'] === 'IMAGE') {
        context.report('assetError.CANNOT_MODIFY_ASSET_NAME', ['name'])
      } else checkName(context, asset)
    }
  },
}

function checkUrls(context: RuleContext, asset: WireObject): void {
  for (const [index, url] of asArray(asset['finalUrls']).entries()) {
    checkFinalUrl(context, asString(url), [{ field: 'final_urls', index }])
  }
  checkFinalUrlSuffix(context, asset)
  checkTrackingTemplate(context, asset)
}

function checkData(context: RuleContext, asset: WireObject): void {
  switch (asset['type']) {
    case 'CALLOUT': {
      const words = asString(asObject(asset['calloutAsset'])['calloutText'])
      checkTextPolicy(context, words, ['callout_asset', 'callout_text'])
      break
    }
    case 'CALL': {
      const { countryCode, phoneNumber } = asObject(asset['callAsset'])
      const problem = phoneProblem(asString(countryCode), asString(phoneNumber))
      if (problem === undefined) break
      const field = problem === 'CALL_INVALID_COUNTRY_CODE' ? 'country_code' : 'phone_number'
      const trigger = field === 'country_code' ? asString(countryCode) : asString(phoneNumber)
      context.report(`assetError.${problem}`, ['call_asset', field], { trigger })
      break
    }
    case 'LEAD_FORM':
      checkLeadForm(context, asset)
      break
    case 'IMAGE':
      if (asObject(asset['imageAsset'])['data'] !== undefined) checkImage(context, asset)
      else if (asset['id'] === undefined) context.report('fieldError.REQUIRED', ['image_asset', 'data'])
      break
    case 'SITELINK':
      if (asArray(asset['finalUrls']).length === 0) context.report('fieldError.REQUIRED', ['final_urls'])
      break
  }
}

function checkImage(context: RuleContext, asset: WireObject): void {
  const image = asObject(asset['imageAsset'])
  const path = ['image_asset', 'data']
  const bytes = Buffer.from(asString(image['data']), 'base64')
  if (bytes.length > maxImageBytes) {
    context.report('mediaUploadError.FILE_TOO_BIG', path)
    return
  }
  const inspection = inspectImage(bytes)
  if ('problem' in inspection) {
    context.report(inspection.problem, path)
    return
  }
  image['fileSize'] = String(bytes.length)
  image['mimeType'] = inspection.mimeType
  image['fullSize'] = { heightPixels: String(inspection.height), widthPixels: String(inspection.width) }
  asset['orientation'] =
    inspection.width === inspection.height
      ? 'SQUARE'
      : inspection.width > inspection.height
        ? 'LANDSCAPE'
        : 'PORTRAIT'
}

/** The platform stores equal content once. Assets without a fingerprint are always new. */
function computeFingerprint(asset: WireObject, dataField: string): string | undefined {
  if (dataField === 'leadFormAsset' || dataField === '') return undefined
  const data = asObject(asset[dataField])
  const content =
    dataField === 'imageAsset'
      ? createHash('sha256').update(asString(data['data'])).digest('hex')
      : JSON.stringify([data, asset['finalUrls'] ?? []])
  return `${dataField}:${content}`
}

function findDuplicateAsset(context: RuleContext, asset: WireObject, dataField: string): string | undefined {
  const { draft } = context
  const fingerprint = computeFingerprint(asset, dataField)
  const name = fingerprint === undefined ? undefined : draft.findByFingerprint(fingerprint)
  if (name === undefined) return undefined
  const isNew = draft.account.resources['asset']?.[name] === undefined
  const duplicate = draft.get('asset', name)
  if (isNew && duplicate?.['name'] !== asset['name']) {
    context.report('assetError.DUPLICATE_ASSETS_WITH_DIFFERENT_FIELD_VALUE', ['name'], {
      trigger: asString(asset['name']),
    })
    return undefined
  }
  return name
}

function checkName(context: RuleContext, asset: WireObject): void {
  const name = asString(asset['name'])
  if (name === '') return
  const getKey = (other: WireObject) =>
    other['name'] === undefined ? undefined : `${asString(other['type'])}\n${asString(other['name'])}`
  const duplicates = context.draft.findByKey('asset', 'name', getKey, getKey(asset) ?? '')
  if (duplicates.some((other) => other['resourceName'] !== asset['resourceName'])) {
    context.report('assetError.DUPLICATE_ASSET_NAME', ['name'], { trigger: name })
  }
}
