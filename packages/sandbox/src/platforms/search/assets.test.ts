import { expect, test } from 'vitest'
import {
  foxCustomerId,
  listErrors,
  type SearchReply,
  type SearchRow,
  useSearch,
} from '../../../testing/search.ts'

const search = useSearch()

const root = `customers/${foxCustomerId}`
const create = (data: object) => ({ assetOperation: { create: data } })
const names = (reply: SearchReply): string[] =>
  reply.body.mutateOperationResponses.map(
    (response: SearchRow) => Object.values<SearchRow>(response)[0].resourceName,
  )

const form = {
  businessName: 'Fox Garden Shop',
  headline: 'Get a garden plan',
  description: 'Tell us about your garden and we will call you back.',
  privacyPolicyUrl: 'https://shop.example/privacy',
  callToActionType: 'GET_QUOTE',
  callToActionDescription: 'Free plan within two days',
  fields: [{ inputType: 'FULL_NAME' }, { inputType: 'EMAIL' }, { inputType: 'PREFERRED_CONTACT_TIME' }],
}
const leadForm = (changes: object = {}, name = 'New form') =>
  create({ name, finalUrls: ['https://shop.example/'], leadFormAsset: { ...form, ...changes } })

test('a lead form is created and listed, and a second lead form with the same name is refused', async () => {
  const reply = await search.mutate([leadForm()])
  expect(reply.status).toBe(200)
  const rows = await search.query(
    "SELECT asset.id, asset.name, asset.lead_form_asset.headline FROM asset WHERE asset.type = 'LEAD_FORM' ORDER BY asset.id",
  )
  expect(rows.map((row: SearchRow) => row.asset.name)).toEqual([
    'Fox Garden Shop',
    'Fox Garden workshops',
    'New form',
  ])
  expect(rows[0].asset.id).toBe('88001122')
  const again = await search.mutate([leadForm()])
  expect(listErrors(again)).toEqual([
    'assetError.DUPLICATE_ASSET_NAME @ mutate_operations[0].asset_operation.create.name',
  ])
})

const formPath = 'mutate_operations[0].asset_operation.create.lead_form_asset'
const inputs = (...types: string[]) => ({ fields: types.map((inputType) => ({ inputType })) })
test.each([
  [
    'a business name of 26 characters',
    { businessName: 'x'.repeat(26) },
    `stringLengthError.TOO_LONG @ ${formPath}.business_name`,
  ],
  [
    'a headline of 31 characters',
    { headline: 'x'.repeat(31) },
    `stringLengthError.TOO_LONG @ ${formPath}.headline`,
  ],
  [
    'a description of 201 characters',
    { description: 'x'.repeat(201) },
    `stringLengthError.TOO_LONG @ ${formPath}.description`,
  ],
  [
    'a call to action of 201 characters',
    { callToActionDescription: 'x'.repeat(201) },
    `stringLengthError.TOO_LONG @ ${formPath}.call_to_action_description`,
  ],
  ['no business name', { businessName: undefined }, `fieldError.REQUIRED @ ${formPath}.business_name`],
  [
    'an invalid privacy policy URL',
    { privacyPolicyUrl: 'privacy' },
    `urlFieldError.INVALID_URL @ ${formPath}.privacy_policy_url`,
  ],
  ['no fields', { fields: [] }, `assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION @ ${formPath}.fields`],
  [
    'the same field twice',
    inputs('EMAIL', 'EMAIL'),
    `assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION @ ${formPath}.fields`,
  ],
  [
    'a full name and a first name',
    inputs('FULL_NAME', 'FIRST_NAME'),
    `assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION @ ${formPath}.fields`,
  ],
  [
    'six questions',
    inputs('EMAIL', 'COMPANY_SIZE', 'ANNUAL_SALES', 'JOB_ROLE', 'CATEGORY', 'FAVORITE_BRAND', 'PRICE_RANGE'),
    `assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION @ ${formPath}.fields`,
  ],
  [
    'custom questions and predefined questions',
    { customQuestionFields: [{ customQuestionText: 'Why?' }] },
    `assetError.LEAD_FORM_LEGACY_QUALIFYING_QUESTIONS_DISALLOWED @ ${formPath}.fields`,
  ],
  [
    'a headline that violates a policy',
    { headline: 'Win at our casino' },
    `policyFindingError.POLICY_FINDING @ ${formPath}.headline`,
  ],
])('a lead form with %s is refused', async (_what, changes, expected) => {
  expect(listErrors(await search.mutate([leadForm(changes)]))).toEqual([expected])
})

test('a lead form accepts a call to action description of 200 characters', async () => {
  expect((await search.mutate([leadForm({ callToActionDescription: 'x'.repeat(200) })])).status).toBe(200)
})

test('an account without accepted lead form terms refuses lead forms', async () => {
  const reply = await search.mutate([leadForm()], { person: 'otto', customer: '6600000003' })
  expect(listErrors(reply)).toEqual([`assetError.LEAD_FORM_MISSING_AGREEMENT @ ${formPath}`])
  const [row] = await search.query(
    'SELECT customer.customer_agreement_setting.accepted_lead_form_terms FROM customer',
    {
      person: 'otto',
      customer: '6600000003',
    },
  )
  expect(row.customer.customerAgreementSetting?.acceptedLeadFormTerms).toBeUndefined()
})

test('an asset with equal content is reused under its first name', async () => {
  const data = await search.fetchPicture('rose-400x400.jpg')
  const first = await search.mutate([
    create({ calloutAsset: { calloutText: 'Open on Sundays' } }),
    create({ name: 'Rose', imageAsset: { data } }),
  ])
  search.sandbox.requests.clear()
  const second = await search.mutate([
    create({ calloutAsset: { calloutText: 'Open on Sundays' } }),
    create({ name: 'Another rose', imageAsset: { data } }),
  ])
  expect(names(second)).toEqual(names(first))
  expect(search.sandbox.requests.effects()).toEqual([])
  const rows = await search.query(
    "SELECT asset.name, asset.image_asset.mime_type, asset.image_asset.full_size.width_pixels, asset.image_asset.full_size.url FROM asset WHERE asset.name = 'Rose'",
  )
  expect(rows[0].asset.imageAsset).toMatchObject({ mimeType: 'IMAGE_JPEG', fullSize: { widthPixels: '400' } })
  expect((await fetch(rows[0].asset.imageAsset.fullSize.url)).status).toBe(200)
})

test('one request with two equal images under different names is refused', async () => {
  const data = await search.fetchPicture('rose-400x400.jpg')
  const reply = await search.mutate([
    create({ name: 'One', imageAsset: { data } }),
    create({ name: 'Two', imageAsset: { data } }),
  ])
  expect(listErrors(reply)).toEqual([
    'assetError.DUPLICATE_ASSETS_WITH_DIFFERENT_FIELD_VALUE @ mutate_operations[1].asset_operation.create.name',
  ])
})

const imagePath = 'mutate_operations[0].asset_operation.create.image_asset.data'
test.each([
  ['text', Buffer.from('not really a png'), 'imageError.INVALID_IMAGE'],
  ['a WebP picture', Buffer.from('RIFF\0\0\0\0WEBPVP8 more bytes'), 'mediaUploadError.FORMAT_NOT_ALLOWED'],
  [
    'an SVG drawing',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'mediaUploadError.FORMAT_NOT_ALLOWED',
  ],
  ['a truncated PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'imageError.PROBLEM_READING_IMAGE_FILE'],
  ['a file of more than five megabytes', Buffer.alloc(5 * 1024 * 1024 + 1), 'mediaUploadError.FILE_TOO_BIG'],
])('%s is refused as an image asset', async (_what, bytes, code) => {
  const reply = await search.mutate([create({ name: 'x', imageAsset: { data: bytes.toString('base64') } })])
  expect(listErrors(reply)).toEqual([`${code} @ ${imagePath}`])
})

test('an account that is not allowlisted for image assets can create an image but not link it to a campaign', async () => {
  const customer = '6600000004'
  const [campaign] = await search.query('SELECT campaign.resource_name FROM campaign LIMIT 1', {
    person: 'otto',
    customer,
  })
  const asset = `customers/${customer}/assets/-1`
  const data = await search.fetchPicture('rose-400x400.jpg')
  const image = create({ resourceName: asset, name: 'Rose', imageAsset: { data } })
  const link = {
    campaignAssetOperation: {
      create: { campaign: campaign.campaign.resourceName, asset, fieldType: 'AD_IMAGE' },
    },
  }
  const who = { person: 'otto', customer }
  expect((await search.mutate([image], who)).status).toBe(200)
  expect(listErrors(await search.mutate([image, link], who))).toEqual([
    'assetError.CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE @ mutate_operations[1].campaign_asset_operation.create.asset',
  ])
})

async function anyCampaign(): Promise<string> {
  const [row] = await search.query(
    "SELECT campaign.resource_name FROM campaign WHERE campaign.name = 'Spring plants'",
  )
  return row.campaign.resourceName
}

test.each([
  ['tall-400x900.png', 'imageError.ASPECT_RATIO_NOT_ALLOWED'],
  ['small-200x200.png', 'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE'],
  ['wide-600x314.png', undefined],
  ['square-300x300.png', undefined],
])('the link of an image to a campaign is accepted or refused by its dimensions: %s', async (name, code) => {
  const reply = await search.mutate([
    create({
      resourceName: `${root}/assets/-1`,
      name,
      imageAsset: { data: await search.fetchPicture(name) },
    }),
    {
      campaignAssetOperation: {
        create: { campaign: await anyCampaign(), asset: `${root}/assets/-1`, fieldType: 'AD_IMAGE' },
      },
    },
  ])
  expect(listErrors(reply)).toEqual(
    code === undefined ? [] : [`${code} @ mutate_operations[1].campaign_asset_operation.create.asset`],
  )
})

test('an asset link is refused for an incompatible field type, a duplicate, or a second lead form of the campaign', async () => {
  const campaign = await anyCampaign()
  const link = (asset: string, fieldType: string) => ({
    campaignAssetOperation: { create: { campaign, asset: `${root}/assets/${asset}`, fieldType } },
  })
  expect(listErrors(await search.mutate([link('88001122', 'CALLOUT')]))).toEqual([
    'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE @ mutate_operations[0].campaign_asset_operation.create.field_type',
  ])
  expect(listErrors(await search.mutate([link('88001122', 'HEADLINE')]))).toEqual([
    'assetLinkError.UNSUPPORTED_FIELD_TYPE @ mutate_operations[0].campaign_asset_operation.create.field_type',
  ])
  expect(listErrors(await search.mutate([link('1', 'LEAD_FORM')]))).toEqual([
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].campaign_asset_operation.create.asset',
  ])
  expect((await search.mutate([link('88001122', 'LEAD_FORM')])).status).toBe(200)
  expect(listErrors(await search.mutate([link('88001122', 'LEAD_FORM')]))).toEqual([
    'mutateError.RESOURCE_ALREADY_EXISTS @ mutate_operations[0].campaign_asset_operation.create',
  ])
  expect(listErrors(await search.mutate([link('88001123', 'LEAD_FORM')]))).toEqual([
    'resourceCountLimitExceededError.RESOURCE_LIMIT @ mutate_operations[0].campaign_asset_operation.create',
  ])
})

const callPath = 'mutate_operations[0].asset_operation.create.call_asset'
test.each([
  ['us', '(212) 555-0147', 'CALL_INVALID_COUNTRY_CODE', 'country_code'],
  ['XX', '(212) 555-0147', 'CALL_INVALID_COUNTRY_CODE', 'country_code'],
  ['KP', '02 555 0147', 'CALL_PHONE_NUMBER_NOT_SUPPORTED_FOR_COUNTRY', 'phone_number'],
  ['US', '1-800-FLOWERS', 'CALL_VANITY_PHONE_NUMBER_NOT_ALLOWED', 'phone_number'],
  ['US', '(900) 555-0147', 'CALL_PREMIUM_RATE_NUMBER_NOT_ALLOWED', 'phone_number'],
  ['US', '555-0147', 'CALL_INVALID_DOMESTIC_PHONE_NUMBER_FORMAT', 'phone_number'],
  ['DE', '110', 'CALL_CARRIER_SPECIFIC_SHORT_NUMBER_NOT_ALLOWED', 'phone_number'],
  ['DE', '#1', 'CALL_INVALID_PHONE_NUMBER', 'phone_number'],
])('a call asset with the phone number %s %s is refused', async (countryCode, phoneNumber, code, field) => {
  const reply = await search.mutate([create({ callAsset: { countryCode, phoneNumber } })])
  expect(listErrors(reply)).toEqual([`assetError.${code} @ ${callPath}.${field}`])
})

const group = (changes: object = {}) => ({
  assetSetOperation: {
    create: {
      resourceName: `${root}/assetSets/-1`,
      name: 'adrail locations 5d0c9e1b77a2',
      type: 'STATIC_LOCATION_GROUP',
      locationGroupParentAssetSetId: '66001',
      ...changes,
    },
  },
})
const member = (asset: string) => ({
  assetSetAssetOperation: { create: { assetSet: `${root}/assetSets/-1`, asset: `${root}/assets/${asset}` } },
})

test('a location group is created below the synchronized set, found by name and linked once', async () => {
  const reply = await search.mutate([group(), member('55010001'), member('55010002')])
  expect(reply.status).toBe(200)
  const id = names(reply)[0]?.split('/').pop()
  expect(names(reply)[1]).toBe(`${root}/assetSetAssets/${id}~55010001`)
  const found = await search.query(
    "SELECT asset_set.id FROM asset_set WHERE asset_set.name = 'adrail locations 5d0c9e1b77a2' AND asset_set.status = 'ENABLED'",
  )
  expect(found[0].assetSet.id).toBe(id)
  expect(listErrors(await search.mutate([group()]))).toEqual([
    'assetSetError.DUPLICATE_ASSET_SET_NAME @ mutate_operations[0].asset_set_operation.create.name',
  ])
  const linked = await search.mutate([
    {
      campaignAssetSetOperation: {
        create: { campaign: await anyCampaign(), assetSet: `${root}/assetSets/${id}` },
      },
    },
  ])
  expect(linked.status).toBe(200)
  const twice = await search.mutate([
    {
      campaignAssetSetOperation: {
        create: { campaign: await anyCampaign(), assetSet: `${root}/assetSets/${id}` },
      },
    },
  ])
  expect(listErrors(twice)).toEqual([
    'assetSetLinkError.DUPLICATE_ASSET_SET_LINK @ mutate_operations[0].campaign_asset_set_operation.create.asset_set',
  ])
})

test.each([
  [
    'an asset of another type',
    [group(), member('44010001')],
    'assetSetAssetError.INVALID_ASSET_TYPE @ mutate_operations[1].asset_set_asset_operation.create.asset',
  ],
  [
    'no parent',
    [group({ locationGroupParentAssetSetId: undefined })],
    'fieldError.REQUIRED @ mutate_operations[0].asset_set_operation.create.location_group_parent_asset_set_id',
  ],
  [
    'an unknown parent',
    [group({ locationGroupParentAssetSetId: '1' })],
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].asset_set_operation.create.location_group_parent_asset_set_id',
  ],
  [
    'a parent that is itself a group',
    [group({ locationGroupParentAssetSetId: '77001' })],
    'assetSetError.INVALID_PARENT_ASSET_SET_TYPE @ mutate_operations[0].asset_set_operation.create.location_group_parent_asset_set_id',
  ],
  [
    'a name of 129 characters',
    [group({ name: 'x'.repeat(129) })],
    'stringLengthError.TOO_LONG @ mutate_operations[0].asset_set_operation.create.name',
  ],
  [
    'a synchronized set of chains without chains',
    [
      group({
        type: 'LOCATION_SYNC',
        locationGroupParentAssetSetId: undefined,
        locationSet: { chainLocationSet: { relationshipType: 'GENERAL_RETAILERS' } },
      }),
    ],
    'fieldError.REQUIRED @ mutate_operations[0].asset_set_operation.create.location_set.chain_location_set.chains',
  ],
  [
    'a second synchronized set',
    [
      group({
        type: 'LOCATION_SYNC',
        locationGroupParentAssetSetId: undefined,
        locationSet: {
          locationOwnershipType: 'BUSINESS_OWNER',
          mapsLocationSet: { mapsLocations: [{ placeId: 'p' }] },
        },
      }),
    ],
    'assetSetError.NOT_UNIQUE_ENABLED_LOCATION_SYNC_TYPED_ASSET_SET @ mutate_operations[0].asset_set_operation.create.type',
  ],
])('an asset set request with %s is refused', async (_what, operations, expected) => {
  expect(listErrors(await search.mutate(operations))).toEqual([expected])
})

test('an asset that was removed from the synchronized set cannot join a location group', async () => {
  await search.mutate([{ assetSetAssetOperation: { remove: `${root}/assetSetAssets/66001~55010003` } }])
  expect(listErrors(await search.mutate([group(), member('55010003')]))).toEqual([
    'assetSetAssetError.PARENT_LINKAGE_DOES_NOT_EXIST @ mutate_operations[1].asset_set_asset_operation.create.asset',
  ])
})

test('the locations of a place set are listed after the set is linked to the account', async () => {
  const customer = '5550001001'
  const made = await search.send(`/v25/customers/${customer}/assetSets:mutate`, {
    person: 'ben',
    body: {
      operations: [
        {
          create: {
            name: 'Shops',
            type: 'LOCATION_SYNC',
            locationSet: {
              locationOwnershipType: 'BUSINESS_OWNER',
              mapsLocationSet: { mapsLocations: [{ placeId: 'ChIJone' }, { placeId: 'ChIJtwo' }] },
            },
          },
        },
      ],
    },
  })
  expect(made.status).toBe(200)
  const linked = await search.send(`/v25/customers/${customer}/customerAssetSets:mutate`, {
    person: 'ben',
    body: {
      operations: [
        { create: { assetSet: made.body.results[0].resourceName, customer: `customers/${customer}` } },
      ],
    },
  })
  expect(linked.status).toBe(200)
  const rows = await search.query(
    "SELECT asset.location_asset.place_id FROM asset_set_asset WHERE asset_set.type = 'LOCATION_SYNC'",
    { person: 'ben', customer },
  )
  expect(rows.map((row: SearchRow) => row.asset.locationAsset.placeId)).toEqual(['ChIJone', 'ChIJtwo'])
})
