// Assets. https://developers.google.com/google-ads/api/docs/assets/overview

import { createHash } from 'node:crypto'
import { inspectImage } from '../../images.ts'
import { checkTextPolicy } from '../../policy.ts'
import { list, text, type Wire, wire } from '../../wire.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkLeadForm } from './leadForms.ts'
import { phoneProblem } from './phones.ts'
import { checkFinalUrl, checkFinalUrlSuffix, checkTrackingTemplate } from './urls.ts'

/** Which member holds the data of which type of asset. */
export const assetTypes: Readonly<Record<string, string>> = {
  youtubeVideoAsset: 'YOUTUBE_VIDEO',
  imageAsset: 'IMAGE',
  textAsset: 'TEXT',
  leadFormAsset: 'LEAD_FORM',
  calloutAsset: 'CALLOUT',
  structuredSnippetAsset: 'STRUCTURED_SNIPPET',
  sitelinkAsset: 'SITELINK',
  callAsset: 'CALL',
}

const largestImageBytes = 5 * 1024 * 1024

export const assetRules: ResourceRules = {
  create(context, asset) {
    const { draft } = context
    const member = Object.keys(assetTypes).find((name) => asset[name] !== undefined)
    if (member === undefined) {
      context.report('assetError.ASSET_DATA_IS_MISSING', ['asset_data'])
      return undefined
    }
    asset['type'] = assetTypes[member]
    asset['source'] = 'ADVERTISER'
    checkUrls(context, asset)
    checkData(context, asset)
    const existing = findEqual(context, asset, member)
    if (existing !== undefined) return existing
    checkName(context, asset)
    asset['id'] = draft.nextId('asset')
    return undefined
  },

  created(context, asset) {
    const member = Object.keys(assetTypes).find((name) => asset[name] !== undefined) ?? ''
    const image = wire(asset['imageAsset'])
    const fingerprint = fingerprintOf(asset, member)
    // The bytes are only needed to recognise the image again.
    delete image['data']
    if (fingerprint !== undefined) context.draft.setFingerprint(fingerprint, text(asset['resourceName']))
  },

  update(context, asset, before, changed) {
    checkUrls(context, asset)
    checkData(context, asset)
    if (changed.has('name')) {
      if (before['name'] !== undefined && before['type'] === 'IMAGE') {
        context.report('assetError.CANNOT_MODIFY_ASSET_NAME', ['name'])
      } else checkName(context, asset)
    }
  },
}

function checkUrls(context: RuleContext, asset: Wire): void {
  for (const [index, url] of list(asset['finalUrls']).entries()) {
    checkFinalUrl(context, text(url), [{ field: 'final_urls', index }])
  }
  checkFinalUrlSuffix(context, asset)
  checkTrackingTemplate(context, asset)
}

function checkData(context: RuleContext, asset: Wire): void {
  switch (asset['type']) {
    case 'CALLOUT': {
      const words = text(wire(asset['calloutAsset'])['calloutText'])
      checkTextPolicy(context, words, ['callout_asset', 'callout_text'])
      break
    }
    case 'CALL': {
      const { countryCode, phoneNumber } = wire(asset['callAsset'])
      const problem = phoneProblem(text(countryCode), text(phoneNumber))
      if (problem === undefined) break
      const field = problem === 'CALL_INVALID_COUNTRY_CODE' ? 'country_code' : 'phone_number'
      const trigger = field === 'country_code' ? text(countryCode) : text(phoneNumber)
      context.report(`assetError.${problem}`, ['call_asset', field], { trigger })
      break
    }
    case 'LEAD_FORM':
      checkLeadForm(context, asset)
      break
    case 'IMAGE':
      if (wire(asset['imageAsset'])['data'] !== undefined) checkImage(context, asset)
      else if (asset['id'] === undefined) context.report('fieldError.REQUIRED', ['image_asset', 'data'])
      break
    case 'SITELINK':
      if (list(asset['finalUrls']).length === 0) context.report('fieldError.REQUIRED', ['final_urls'])
      break
  }
}

function checkImage(context: RuleContext, asset: Wire): void {
  const image = wire(asset['imageAsset'])
  const path = ['image_asset', 'data']
  const bytes = Buffer.from(text(image['data']), 'base64')
  if (bytes.length > largestImageBytes) {
    context.report('mediaUploadError.FILE_TOO_BIG', path)
    return
  }
  const found = inspectImage(bytes)
  if ('problem' in found) {
    context.report(found.problem, path)
    return
  }
  image['fileSize'] = String(bytes.length)
  image['mimeType'] = found.mimeType
  image['fullSize'] = { heightPixels: String(found.height), widthPixels: String(found.width) }
  asset['orientation'] =
    found.width === found.height ? 'SQUARE' : found.width > found.height ? 'LANDSCAPE' : 'PORTRAIT'
}

/** Equal content is kept once; other types of asset are new each time. */
function fingerprintOf(asset: Wire, member: string): string | undefined {
  if (member === 'leadFormAsset' || member === '') return undefined
  const data = wire(asset[member])
  const content =
    member === 'imageAsset'
      ? createHash('sha256').update(text(data['data'])).digest('hex')
      : JSON.stringify([data, asset['finalUrls'] ?? []])
  return `${member}:${content}`
}

function findEqual(context: RuleContext, asset: Wire, member: string): string | undefined {
  const { draft } = context
  const fingerprint = fingerprintOf(asset, member)
  const name = fingerprint === undefined ? undefined : draft.fingerprint(fingerprint)
  if (name === undefined) return undefined
  const isNew = draft.account.resources['asset']?.[name] === undefined
  const known = draft.get('asset', name)
  if (isNew && known?.['name'] !== asset['name']) {
    context.report('assetError.DUPLICATE_ASSETS_WITH_DIFFERENT_FIELD_VALUE', ['name'], {
      trigger: text(asset['name']),
    })
    return undefined
  }
  return name
}

function checkName(context: RuleContext, asset: Wire): void {
  const name = text(asset['name'])
  if (name === '') return
  const keyOf = (other: Wire) =>
    other['name'] === undefined ? undefined : `${text(other['type'])}\n${text(other['name'])}`
  const same = context.draft.keyed('asset', 'name', keyOf, keyOf(asset) ?? '')
  if (same.some((other) => other['resourceName'] !== asset['resourceName'])) {
    context.report('assetError.DUPLICATE_ASSET_NAME', ['name'], { trigger: name })
  }
}
