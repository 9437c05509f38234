// One campaign per platform: for couples who marry, for people who search for flowers, and for companies with
// a reception.

import type { Client } from '@adrail/client'

type Florist = Client<'userId'>

const startDate = '2030-03-01'

// A second run sends the same idempotency keys, and adrail returns the campaigns of the first run.

export async function advertiseOnMeta(florist: Florist, imageUrl: string) {
  return await florist.social.create_campaign(
    {
      objective: 'TRAFFIC',
      campaignName: 'Wedding flowers',
      dailyBudget: '20.00',
      startDate,
      locations: [{ key: 'US', type: 'country' }],
      ads: [
        {
          imageUrl,
          headline: 'Flowers for your day',
          primaryText: 'Tell us the date. We bring the roses.',
          url: 'https://florist.example/weddings',
        },
      ],
    },
    { idempotencyKey: 'florist-weddings' },
  )
}

export async function advertiseOnGoogleAds(florist: Florist) {
  return await florist.search.create_search_campaign(
    {
      objective: 'TRAFFIC',
      campaignName: 'Bouquets today',
      dailyBudget: '15.00',
      startDate,
      locations: ['2840'],
      keywords: [{ text: 'flower delivery', match_type: 'PHRASE' }],
      ads: [
        {
          url: 'https://florist.example/bouquets',
          headlines: ['Bouquets today', 'Cut this morning', 'Delivered by bike'],
          descriptions: ['Order before noon, on your table by five.', 'Fresh for seven days.'],
        },
      ],
      callouts: ['Free card'],
    },
    { idempotencyKey: 'florist-bouquets' },
  )
}

export async function advertiseOnLinkedIn(florist: Florist, imageUrl: string, leadFormId: string) {
  return await florist.pro.create_campaign(
    {
      objective: 'LEADS',
      campaignName: 'Flowers for offices',
      dailyBudget: '30.00',
      startDate,
      locations: ['103644278'],
      leadFormId,
      ads: [
        {
          imageUrl,
          headline: 'Flowers every Monday',
          introText: 'A fresh bouquet for your reception, every week.',
          url: 'https://florist.example/offices',
        },
      ],
      notPoliticalAdvertising: true,
    },
    { idempotencyKey: 'florist-offices' },
  )
}
