// Fox Garden Shop and Fox Bakery: the demo person's world.

import type { State } from '../../core/state.ts'
import type { Wire } from '../wire.ts'
import { addAccount, addManager, ids } from './accounts.ts'
import { addConversions, type CampaignPlan, launch, place } from './launch.ts'

export function seedFox(state: State): void {
  addAccount(state, ids.fox, { name: 'Fox Garden Shop' })
  addAccount(state, ids.foxBakery, { name: 'Fox Bakery' })
  addAccount(state, ids.keywordService, { name: 'Keyword Research' })
  addManager(state, ids.foxManager, 'Fox Family Businesses', [ids.fox, ids.foxBakery])
  addConversions(state, ids.fox, [
    ['Online order', 'PURCHASE', 'WEBPAGE', true],
    ['Sent lead form', 'SUBMIT_LEAD_FORM', 'LEAD_FORM_SUBMIT', true],
    ['Catalogue page viewed', 'PAGE_VIEW', 'WEBPAGE', false],
    ['Newsletter sign-up', 'SIGNUP', 'WEBPAGE', true],
    ['Call from an ad', 'PHONE_CALL_LEAD', 'AD_CALL', true],
    ['Contact page', 'CONTACT', 'WEBPAGE', false],
  ])
  addConversions(state, ids.foxBakery, [['Cake order', 'PURCHASE', 'WEBPAGE', true]])
  seedLeadForms(state)
  seedLocations(state)
  seedImages(state)
  for (const plan of gardenCampaigns) launch(state, ids.fox, plan)
  for (const plan of bakeryCampaigns) launch(state, ids.foxBakery, plan)
}

const root = `customers/${ids.fox}`

function seedLeadForms(state: State): void {
  leadForm(
    state,
    '88001122',
    'Fox Garden Shop',
    'Get a garden plan',
    'GET_QUOTE',
    'Free plan within two days',
    ['FULL_NAME', 'EMAIL', 'PREFERRED_CONTACT_TIME'],
  )
  leadForm(
    state,
    '88001123',
    'Fox Garden workshops',
    'Join a pruning workshop',
    'SIGN_UP',
    'Places are limited to twelve',
    ['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'PHONE_NUMBER'],
  )
}

function leadForm(
  state: State,
  id: string,
  name: string,
  headline: string,
  callToActionType: string,
  callToActionDescription: string,
  inputTypes: readonly string[],
): void {
  place(state, ids.fox, 'asset', {
    resourceName: `${root}/assets/${id}`,
    id,
    name,
    type: 'LEAD_FORM',
    finalUrls: ['https://fox-garden.example/'],
    source: 'ADVERTISER',
    leadFormAsset: {
      businessName: 'Fox Garden Shop',
      callToActionType,
      callToActionDescription,
      headline,
      description: 'Tell us about your garden and we will call you back.',
      privacyPolicyUrl: 'https://fox-garden.example/privacy',
      fields: inputTypes.map((inputType): Wire => ({ inputType })),
    },
  })
}

function seedLocations(state: State): void {
  const sync = `${root}/assetSets/66001`
  const group = `${root}/assetSets/77001`
  place(state, ids.fox, 'asset_set', {
    resourceName: sync,
    id: '66001',
    name: 'Business Profile locations',
    type: 'LOCATION_SYNC',
    status: 'ENABLED',
    locationSet: {
      locationOwnershipType: 'BUSINESS_OWNER',
      businessProfileLocationSet: { emailAddress: 'ada@fox-bakery.example' },
    },
  })
  place(state, ids.fox, 'customer_asset_set', {
    resourceName: `${root}/customerAssetSets/66001`,
    assetSet: sync,
    customer: root,
    status: 'ENABLED',
  })
  place(state, ids.fox, 'asset_set', {
    resourceName: group,
    id: '77001',
    name: 'Manhattan shops',
    type: 'STATIC_LOCATION_GROUP',
    status: 'ENABLED',
    locationGroupParentAssetSetId: '66001',
  })
  const shops = [
    ['55010001', 'Fox Garden Shop Soho', 'NY-01', 'ChIJ0sandboxSohoGardenShop01', '8812345001'],
    ['55010002', 'Fox Garden Shop Harlem', 'NY-02', 'ChIJ0sandboxHarlemGardenShop', '8812345002'],
    ['55010003', 'Fox Garden Shop Brooklyn', 'NY-03', 'ChIJ0sandboxBrooklynGarden03', '8812345003'],
  ] as const
  for (const [id, name, storeCode, placeId, listingId] of shops) {
    place(state, ids.fox, 'asset', {
      resourceName: `${root}/assets/${id}`,
      id,
      name,
      type: 'LOCATION',
      source: 'ADVERTISER',
      locationAsset: {
        placeId,
        businessProfileLocations: [
          { labels: id === '55010001' ? ['flagship'] : ['shop'], storeCode, listingId },
        ],
        locationOwnershipType: 'BUSINESS_OWNER',
      },
    })
    member(state, '66001', id)
    if (id !== '55010003') member(state, '77001', id)
  }
}

function member(state: State, set: string, asset: string): void {
  place(state, ids.fox, 'asset_set_asset', {
    resourceName: `${root}/assetSetAssets/${set}~${asset}`,
    assetSet: `${root}/assetSets/${set}`,
    asset: `${root}/assets/${asset}`,
    status: 'ENABLED',
  })
}

function seedImages(state: State): void {
  const images = [
    ['44010001', 'Oak chairs on a terrace', 1200, 628],
    ['44010002', 'Tulips in the shop window', 1200, 1200],
    ['44010003', 'Herb pots', 600, 600],
  ] as const
  for (const [id, name, width, height] of images) {
    place(state, ids.fox, 'asset', {
      resourceName: `${root}/assets/${id}`,
      id,
      name,
      type: 'IMAGE',
      source: 'ADVERTISER',
      orientation: width === height ? 'SQUARE' : 'LANDSCAPE',
      imageAsset: {
        fileSize: String(width * height * 0.15),
        mimeType: 'IMAGE_JPEG',
        fullSize: { heightPixels: String(height), widthPixels: String(width) },
      },
    })
  }
}

const shop = 'https://fox-garden.example'
const usa = '2840'
const newYork = '1023191'
const newYorkState = '21167'

const gardenCampaigns: readonly CampaignPlan[] = [
  {
    name: 'Garden chairs New York',
    dailyBudget: 25,
    bidding: 'maximizeConversions',
    startedDaysAgo: 210,
    budgetChange: [60, 32],
    locations: [newYork],
    negativeKeywords: ['free', 'plastic', 'repair'],
    callouts: ['Free returns', 'Two-year warranty', 'Delivered assembled'],
    phone: ['US', '(212) 555-0147'],
    adGroups: [
      {
        name: 'Oak chairs',
        keywords: ['oak garden chairs', 'wooden garden chair', 'garden chair oak', 'solid wood patio chairs'],
        ads: [
          {
            url: `${shop}/chairs/oak`,
            headlines: [
              'Oak Garden Chairs',
              'Built to Last Outdoors',
              'Free Delivery in New York',
              'Fox Garden Shop',
            ],
            descriptions: [
              'Solid oak chairs, oiled by hand.',
              'Sit on one in our Soho shop, or order online today.',
            ],
          },
          {
            url: `${shop}/chairs`,
            headlines: ['Garden Chairs for Years', 'Two-Year Warranty', 'Order by Noon, Sit by Friday'],
            descriptions: ['Chairs for balconies, terraces and lawns.', 'Every chair arrives assembled.'],
          },
        ],
      },
      {
        name: 'Folding chairs',
        keywords: ['folding garden chairs', 'balcony chairs', 'small patio chairs'],
        ads: [
          {
            url: `${shop}/chairs/folding`,
            headlines: ['Folding Garden Chairs', 'Made for Small Balconies', 'From $49 a Chair'],
            descriptions: ['Folds flat, weighs six pounds.', 'Choose from nine colours of the season.'],
          },
        ],
      },
    ],
  },
  {
    name: 'Spring plants',
    dailyBudget: 18,
    bidding: 'targetSpend',
    startedDaysAgo: 150,
    pausedDaysAgo: 45,
    locations: [newYorkState],
    negativeKeywords: ['artificial', 'seeds wholesale'],
    callouts: ['Grown upstate', 'Local delivery'],
    adGroups: [
      {
        name: 'Tulips and bulbs',
        keywords: ['tulip bulbs', 'buy spring bulbs', 'daffodil bulbs delivery'],
        ads: [
          {
            url: `${shop}/plants/bulbs`,
            headlines: ['Spring Bulbs, Fresh Stock', 'Tulips in 24 Colours', 'Plant Now, Bloom in May'],
            descriptions: ['Bulbs from growers upstate.', 'Planting notes in every bag.'],
          },
        ],
      },
    ],
  },
  {
    name: 'Garden design leads',
    dailyBudget: 40,
    bidding: 'maximizeConversions',
    startedDaysAgo: 95,
    locations: [newYork],
    proximity: { latitude: 40.7484, longitude: -73.9851, miles: 15 },
    leadForm: '88001122',
    callouts: ['Plan within two days', 'Fixed prices'],
    phone: ['US', '(212) 555-0147'],
    adGroups: [
      {
        name: 'Roof gardens',
        keywords: ['roof garden design', 'roof terrace planting', 'garden designer manhattan'],
        ads: [
          {
            url: `${shop}/design/roof`,
            headlines: ['Roof Gardens Designed', 'Get a Garden Plan', 'Planned in Two Days'],
            descriptions: [
              'We measure, draw and plant.',
              'Tell us about your roof and we will call you back.',
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'Fox Garden Shop brand',
    dailyBudget: 6,
    bidding: 'manualCpc',
    startedDaysAgo: 320,
    locations: [usa],
    callouts: ['Family business'],
    adGroups: [
      {
        name: 'Brand',
        keywords: ['fox garden shop', 'fox garden', 'fox garden shop soho'],
        ads: [
          {
            url: shop,
            headlines: ['Fox Garden Shop', 'Official Site', 'Three Shops in New York'],
            descriptions: [
              'Furniture, plants and advice since 1998.',
              'Visit us in Soho, Harlem and Brooklyn.',
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'Holiday wreaths',
    dailyBudget: 22,
    bidding: 'targetSpend',
    startedDaysAgo: 20,
    endsInDays: 30,
    locations: [newYork, '1022762'],
    adGroups: [
      {
        name: 'Wreaths',
        keywords: ['fresh wreath delivery', 'door wreath', 'pine wreath new york'],
        ads: [
          {
            url: `${shop}/wreaths`,
            headlines: ['Fresh Door Wreaths', 'Tied by Hand Daily', 'Delivered in Manhattan'],
            descriptions: [
              'Pine, fir and eucalyptus, tied to order.',
              'Order before noon for next-day delivery.',
            ],
          },
        ],
      },
    ],
  },
]

const bakeryCampaigns: readonly CampaignPlan[] = [
  {
    name: 'Birthday cakes',
    dailyBudget: 15,
    bidding: 'maximizeConversions',
    startedDaysAgo: 130,
    locations: [newYork],
    callouts: ['Baked every morning', 'Pick-up or delivery'],
    adGroups: [
      {
        name: 'Cakes to order',
        keywords: ['birthday cake delivery', 'custom cake bakery', 'chocolate birthday cake'],
        ads: [
          {
            url: 'https://fox-bakery.example/cakes',
            headlines: ['Birthday Cakes to Order', 'Baked This Morning', 'Delivered by Bicycle'],
            descriptions: ['Choose flavour, size and message.', 'Order by four, celebrate tomorrow.'],
          },
        ],
      },
    ],
  },
]
