import { expect, test } from 'vitest'
import { formatViolations, violationsAt, violationsOfExample } from '../../../testing/bodies.ts'

test.each(['campaignName', 'ads[0].name'])(
  'pro/create_campaign limits %s to 255 UTF-16 code units',
  (path) => {
    const listViolations = (value: string) =>
      formatViolations(violationsAt('pro/create_campaign', path, value))
    for (const fitting of ['a'.repeat(255), '字'.repeat(255), '🌲'.repeat(127), `${'🌲'.repeat(127)}a`])
      expect(listViolations(fitting), fitting).toEqual([])
    for (const long of ['a'.repeat(256), '🌲'.repeat(128), '🌲'.repeat(256)])
      expect(listViolations(long), long).toEqual([`${path} TOO_LONG`])
  },
)

test('pro/create_campaign rejects utmParams if no ad has a url', () => {
  const [utmParams, post] = ['utm_source=pro', { postId: 'urn:li:share:7180100001' }]
  const drawn = { introText: 'Boxwood', headline: 'Trade', imageUrl: 'https://a.example/b.png' }
  const linked = { ...drawn, url: 'https://a.example/trade' }
  const listViolations = (ads: readonly object[]) =>
    formatViolations(violationsOfExample('pro/create_campaign', { utmParams, ads }))
  for (const ads of [[post], [drawn], [post, drawn]])
    expect(listViolations(ads)).toEqual(['utmParams CONFLICT'])
  for (const ads of [[linked], [post, linked]]) expect(listViolations(ads)).toEqual([])
})
