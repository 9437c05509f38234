import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { platforms } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newFolder } from '../../../testing/folders.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { advanceClocks } from '../../../testing/linking.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'
import { dayMs } from '../../runtime/durations.ts'
import { daysLeft, versionProblem, versions } from './versions.ts'

describe('the calendar of versions', () => {
  test.each(platforms)('knows the pinned version of %s and the one before', (platform) => {
    const { pinned, lastDays, pattern } = versions[platform]
    expect(Object.keys(lastDays)).toContain(pinned)
    expect(Object.keys(lastDays).length).toBeGreaterThanOrEqual(2)
    for (const version of Object.keys(lastDays)) expect(version).toMatch(pattern)
  })

  test('warns ninety days before an end, and says so when it is there', () => {
    const end = Date.parse('2027-07-15') + dayMs
    expect(daysLeft('pro', '202607', end - 91 * dayMs)).toBe(91)
    expect(versionProblem('pro', '202607', end - 91 * dayMs)).toBeUndefined()
    expect(versionProblem('pro', '202607', end - 90 * dayMs)).toMatch(/^ends on 2027-07-15, in 90 days\./)
    expect(versionProblem('pro', '202607', end)).toMatch(/^ended on 2027-07-15: calls fail\./)
  })

  test('says nothing of an end that nobody has announced, and names a version that it does not know', () => {
    expect(versionProblem('social', 'v26.0', Date.parse('2040-01-01'))).toBeUndefined()
    expect(versionProblem('search', 'v11', 0)).toBe('is not one that this release was written for (v25 is).')
  })
})

describe('a service that is told to speak other versions', () => {
  const logFile = join(newFolder('adrail-versions-'), 'log')
  beforeEach(() => rmSync(logFile, { force: true }))
  // One service for each test: the clock goes on for years, and versions end with them.
  const environment = { SOCIAL_API_VERSION: 'v24.0', SEARCH_API_VERSION: 'v24', PRO_API_VERSION: '202606' }
  const service = useService({ logFile, environment }, 'test')
  const warnings = () =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'))
      .map((line) => JSON.parse(line))

  test('speaks them in every call, linking included', async () => {
    await newLinkedUser(service, { platform: 'SOCIAL_A' })
    await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    await newLinkedUser(service, { platform: 'SEARCH' })
    const queries = (await createSandboxAdmin(service, 'search').requests()).filter(({ url }) =>
      url.includes('customers'),
    )
    expect(queries.length).toBeGreaterThan(0)
    for (const { url } of queries) expect(url).toContain('/v24/')
    const urls = (await createSandboxAdmin(service).requests()).map(({ url }) => url)
    expect(urls.length).toBeGreaterThan(1)
    for (const url of urls) expect(url).toContain('/v24.0/')
    const apiRequests = (await createSandboxAdmin(service, 'pro').requests()).filter(({ url }) =>
      url.includes('/rest/'),
    )
    expect(apiRequests.length).toBeGreaterThan(0)
    for (const { headers } of apiRequests) expect(headers['linkedin-version']).toBe('202606')
  })

  test('says at its start which of them it was not written for', () => {
    expect(warnings().map(({ platform, note }) => `${platform}: ${note}`)).toEqual([
      'social: v24.0 is not one that this release was written for (v26.0 is).',
    ])
  })

  test('logs a version that ends within ninety days, and exports its days', async () => {
    const end = Date.parse('2027-06-15') + dayMs
    await advanceClocks(service, end - 90 * dayMs - service.clock.now())
    const ofPro = () => warnings().filter(({ platform }) => platform === 'pro')
    await expect.poll(ofPro).toMatchObject([
      {
        note: '202606 ends on 2027-06-15, in 90 days. Move to a release of adrail with a newer one before that.',
      },
    ])
    const exposition = await (await fetch(service.app.metricsUrl)).text()
    expect(exposition).toMatch(
      /adrail_platform_version_days_left\{platform="pro",version="202606"\} (89|90)\n/,
    )
  })

  test('tells once what the platform says of a version that has ended, and counts it', async () => {
    const userId = await newLinkedUser(service)
    await advanceClocks(service, 300 * dayMs)
    const { results } = await service.call('social/get_campaigns', { userId })
    expect(results.error).toMatch(/^$|linked again/)
    const again = await newLinkedUser(service)
    for (let round = 0; round < 3; round++) await service.call('social/get_campaigns', { userId: again })
    const upgradeWarnings = warnings().filter(({ note }) => note.includes('auto-upgraded to v25.0'))
    expect(upgradeWarnings).toHaveLength(1)
    const exposition = await (await fetch(service.app.metricsUrl)).text()
    expect(exposition).toMatch(/adrail_platform_version_warnings_total\{platform="social"\} [3-9]/)
    expect(exposition).toMatch(/adrail_platform_version_days_left\{platform="pro",version="202606"\} \d+/)
  })
  test('tells callers that only the operator can mend a version that has ended', async () => {
    await advanceClocks(service, 300 * dayMs)
    const search = await newLinkedUser(service, { platform: 'SEARCH' })
    const pro = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    // Six months without a call would end the consent instead.
    await advanceClocks(service, 120 * dayMs)
    expectSuccess('search/get_campaigns', await service.call('search/get_campaigns', { userId: search }))
    await advanceClocks(service, 120 * dayMs)
    const ended = [
      await service.call('search/get_campaigns', { userId: search }),
      await service.call('pro/get_audiences_list', { userId: pro }),
    ]
    for (const response of ended) {
      const { error } = expectRefusal(response, 'PLATFORM_REJECTED')
      expect(error).toContain('only its operator can change that')
    }
  })
})
