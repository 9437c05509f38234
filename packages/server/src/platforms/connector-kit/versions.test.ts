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
import { definitionOf } from '../index.ts'
import { proVersions } from '../pro/versions.ts'
import { searchVersions } from '../search/versions.ts'
import { socialVersions } from '../social/versions.ts'
import { countDaysLeft, findVersionProblem } from './versions.ts'

describe('the calendar of API versions', () => {
  test.each(platforms)('contains the pinned version of %s and at least one other version', (platform) => {
    const { pinned, lastDays, pattern } = definitionOf(platform).versions
    expect(Object.keys(lastDays)).toContain(pinned)
    expect(Object.keys(lastDays).length).toBeGreaterThanOrEqual(2)
    for (const version of Object.keys(lastDays)) expect(version).toMatch(pattern)
  })

  test('warns 90 days before the end of a version, and reports a version that has ended', () => {
    const end = Date.parse('2027-07-15') + dayMs
    expect(countDaysLeft(proVersions, '202607', end - 91 * dayMs)).toBe(91)
    expect(findVersionProblem(proVersions, '202607', end - 91 * dayMs)).toBeUndefined()
    expect(findVersionProblem(proVersions, '202607', end - 90 * dayMs)).toMatch(
      /^expires on 2027-07-15, in 90 days\./,
    )
    expect(findVersionProblem(proVersions, '202607', end)).toMatch(/^expired on 2027-07-15, so calls fail\./)
  })

  test('reports no problem for a version without an announced end, and reports an unknown version', () => {
    expect(findVersionProblem(socialVersions, 'v26.0', Date.parse('2040-01-01'))).toBeUndefined()
    expect(findVersionProblem(searchVersions, 'v11', 0)).toBe(
      'is not the version that this release uses (v25).',
    )
  })
})

describe('a service that is configured with other API versions', () => {
  const logFile = join(newFolder('adrail-versions-'), 'log')
  beforeEach(() => rmSync(logFile, { force: true }))
  // Each test has its own service, because tests advance the clock past the ends of versions.
  const environment = { SOCIAL_API_VERSION: 'v24.0', SEARCH_API_VERSION: 'v24', PRO_API_VERSION: '202606' }
  const service = useService({ logFile, environment }, 'test')
  const warnings = () =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'))
      .map((line) => JSON.parse(line))

  test('uses the configured versions in every call, including calls for linking', async () => {
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

  test('logs at its start the configured version that its release was not written for', () => {
    expect(warnings().map(({ platform, note }) => `${platform}: ${note}`)).toEqual([
      'social: v24.0 is not the version that this release uses (v26.0).',
    ])
  })

  test('logs a version that ends within 90 days, and exports its remaining days as a metric', async () => {
    const end = Date.parse('2027-06-15') + dayMs
    await advanceClocks(service, end - 90 * dayMs - service.clock.now())
    const ofPro = () => warnings().filter(({ platform }) => platform === 'pro')
    await expect.poll(ofPro).toMatchObject([
      {
        note: '202606 expires on 2027-06-15, in 90 days. Before that date, upgrade to an adrail release that uses a newer API version.',
      },
    ])
    const exposition = await (await fetch(service.app.metricsUrl)).text()
    expect(exposition).toMatch(
      /adrail_platform_version_days_left\{platform="pro",version="202606"\} (89|90)\n/,
    )
  })

  test("logs Meta's warning about an ended version once, and counts every warning", async () => {
    const userId = await newLinkedUser(service)
    await advanceClocks(service, 300 * dayMs)
    const { results } = await service.call('social/get_campaigns', { userId })
    expect(results.error).toMatch(/^$|must link the Meta account again/)
    const again = await newLinkedUser(service)
    for (let round = 0; round < 3; round++) await service.call('social/get_campaigns', { userId: again })
    const upgradeWarnings = warnings().filter(({ note }) => note.includes('auto-upgraded to v25.0'))
    expect(upgradeWarnings).toHaveLength(1)
    const exposition = await (await fetch(service.app.metricsUrl)).text()
    expect(exposition).toMatch(/adrail_platform_version_warnings_total\{platform="social"\} [3-9]/)
    expect(exposition).toMatch(/adrail_platform_version_days_left\{platform="pro",version="202606"\} \d+/)
  })
  test('returns PLATFORM_REJECTED for an ended version, with a message that only the operator can change the version', async () => {
    await advanceClocks(service, 300 * dayMs)
    const search = await newLinkedUser(service, { platform: 'SEARCH' })
    const pro = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    // The clock advances in two steps, because a consent expires after six months without a call.
    await advanceClocks(service, 120 * dayMs)
    expectSuccess('search/get_campaigns', await service.call('search/get_campaigns', { userId: search }))
    await advanceClocks(service, 120 * dayMs)
    const ended = [
      await service.call('search/get_campaigns', { userId: search }),
      await service.call('pro/get_audiences_list', { userId: pro }),
    ]
    for (const response of ended) {
      const { error } = expectRefusal(response, 'PLATFORM_REJECTED')
      expect(error).toContain('Only the operator can change this')
    }
  })
})
