// Whatever a caller writes stays a value: no request of ours changes its path or the names of its parameters.

import { describe, expect, test } from 'vitest'
import { formsOfHostile } from '../../../testing/injection.ts'
import { spring, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const formsOf = (count: number, send: (value: string) => Promise<{ readonly status: number }>) =>
  formsOfHostile(social, count, send)

/** The database plays no part in it: one of them has the whole number. */
const count = () => (social.service.databaseUrl === '' ? 1000 : 100)

describe('hostile values never change a request', () => {
  test.each([
    ['social/get_video_info', (videoId: string) => ({ videoId })],
    ['social/get_custom_conversions', (pixelId: string) => ({ pixelId, campaignType: 'CONVERSIONS' })],
    ['social/edit_campaign', (campaignId: string) => ({ campaignId, amount: 20 })],
    ['social/update_campaign_status', (campaignId: string) => ({ campaignId, status: 'ACTIVE' })],
    [
      'social/get_campaign_insights',
      (campaignId: string) => ({ campaignId, currencySymbol: '', clientCostAdjustment: { percentage: 0 } }),
    ],
    [
      'social/create_leadform_audience',
      (id: string) => ({ name: 'x', description: '', type: 'open', leadFormIds: [id] }),
    ],
    ['social/get_ad_account_media', (pagination: string) => ({ type: 'IMAGE', pagination })],
  ] as const)('as an id or cursor of %s: nothing but digits gets through', async (name, body) => {
    const forms = await formsOf(count(), (value) => social.call(name, body(value) as never))
    // Digits are ids like any other; an empty cursor is the first page.
    for (const form of forms) expect(form).toMatch(/ \/v26\.0(\/(act_)?\d+)?(\/\w+)? | \/v26\.0\/? /)
  })

  test.each([
    [
      'social/search_targeting_interests',
      'targetingsearch.list GET /v26.0/act_1001200300400/targetingsearch',
    ],
    ['social/search_targeting_locations', 'search GET /v26.0/search'],
  ] as const)('as the query of %s', async (name, expected) => {
    const forms = await formsOf(count(), (query) => social.call(name, { query }))
    expect(forms).toHaveLength(1)
    expect(forms[0]).toContain(expected)
  })

  test('as the texts of an audience', async () => {
    const forms = await formsOf(60, (text) => {
      const name = text.trim() === '' ? 'x' : text
      const body = { name, description: text, type: 'open', leadFormIds: ['700011'] } as const
      return social.call('social/create_leadform_audience', { ...body, leadFormIds: ['700011'] })
    })
    expect(forms.map((form) => form.split(' ').slice(0, 3).join(' ')).toSorted()).toEqual([
      'customaudiences.create POST /v26.0/act_1001200300400/customaudiences',
      'leadgen_forms.list GET /v26.0/104500000000001/leadgen_forms',
    ])
    expect(forms.some((form) => form.includes('appsecret_proof,description,name,prefill,rule'))).toBe(true)
  })

  test('as the name of a video', async () => {
    const forms = await formsOf(60, (name) =>
      social.call('social/upload_video', { url: 'https://media.foxbakery.example/a.mp4', name }),
    )
    expect(forms).toHaveLength(1)
    expect(forms[0]).toContain('appsecret_proof,description,file_url,name,title')
  })

  test('as a prefix of amounts', async () => {
    const forms = await formsOf(50, (currencySymbol) => {
      const clientCostAdjustment = { percentage: 0 }
      return social.call('social/get_campaign_insights', {
        campaignId: spring,
        currencySymbol,
        clientCostAdjustment,
      })
    })
    // The campaign, its report, two reports of its parts that differ in values alone, and the batch around them.
    expect(forms).toHaveLength(4)
  })
})
