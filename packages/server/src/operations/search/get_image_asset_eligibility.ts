import { crc32, deflateSync } from 'node:zlib'
import { handler } from '../../pipeline/handler.ts'
import type { SearchConnector } from '../../platforms/search/connector.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { SearchBlueprint } from './blueprint.ts'
import { buildCampaignParts } from './campaignParts.ts'

/**
 * The API has no field for image eligibility, so adrail validates the creation of a campaign with an image.
 * Only an error of the image means that the account is not eligible.
 * https://support.google.com/google-ads/answer/9566341
 */
export const get_image_asset_eligibility = handler(
  'search/get_image_asset_eligibility',
  async (_body, { connector, runtime }) => {
    const { accountId } = connector.selection
    const cachedEligibility = connector.imageEligibility.get(accountId)
    if (cachedEligibility) return cachedEligibility
    const eligibility = await probeEligibility(connector, runtime.randomBytes(6).toString('hex'))
    connector.imageEligibility.set(accountId, eligibility)
    return eligibility
  },
)

async function probeEligibility(connector: SearchConnector, marker: string) {
  const unit = await connector.billableUnitMicros()
  const data = blankPng(600, 314).toString('base64')
  const parts = buildCampaignParts(buildProbeCampaign(unit, marker), {
    toResourceName: (collection, id) => connector.toResourceName(collection, id),
    marker,
    budgetSuffix: marker.slice(0, 6),
    image: () => ({ data }),
  })
  try {
    await connector.validate(parts)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // A policy violation concerns this image, not images in general.
    if (error.code === 'POLICY_VIOLATION') return { eligible: true, reason: '' }
    if (error.code !== 'PLATFORM_REJECTED') throw error
    const { violations = [] } = error.details
    const imageViolation = violations.find(({ field }) => field.startsWith('images'))
    // Other problems of the account do not affect image eligibility.
    return { eligible: imageViolation === undefined, reason: imageViolation?.message ?? '' }
  }
  return { eligible: true, reason: '' }
}

/** The minimal campaign with an image. It is only validated, never created. */
function buildProbeCampaign(unit: bigint, marker: string): SearchBlueprint {
  return {
    name: `adrail image check ${marker}`,
    objective: 'TRAFFIC',
    budgetMicros: String(unit * 1000n),
    // The date is far enough in the future for every time zone and clock.
    startDate: '2037-01-01',
    endDate: '',
    geoTargetType: 'PRESENCE',
    urlSuffix: '',
    locations: [],
    excludedLocations: [],
    proximities: [],
    languages: [],
    keywords: [],
    negativeKeywords: [],
    ads: [],
    callouts: [],
    phone: null,
    images: [{ from: 'images', url: '', sha256: marker.repeat(6).slice(0, 64), size: 0 }],
    leadFormId: '',
    locationGroupId: '',
    goals: [],
  }
}

/** Encodes a black grayscale PNG with one byte per pixel. https://www.w3.org/TR/png-3/ */
function blankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, checksum])
}
