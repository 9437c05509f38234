// Measures a report of many users, 90 days and single ads with the platforms in another process: memory,
// stalls of the event loop, and platform calls. It takes too long for every run of the suite.
// `LARGE_REPORT=20 npx vitest run --project sqlite packages/server/src/reporting/largeReport.test.ts`
// requests 20 users and prints each measurement as one line of JSON.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PerformanceObserver } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { googleAdsQuery, linkedinAnalytics, metaInsights } from '@adrail/sandbox/testing'
import { expect, test } from 'vitest'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'

const users = Number(process.env['LARGE_REPORT'] ?? 0)
const databaseUrl = testDatabaseUrl()
const maxAttempts = 8

test.runIf(users > 0)(
  'a report of ads over 90 days for many users succeeds for every account within seven attempts',
  async () => {
    const program = new URL('./main.ts', import.meta.resolve('@adrail/sandbox'))
    const sandbox = spawn(process.execPath, [program.pathname, '--port', '0', '--memory', '--json'])
    const [line] = await once(sandbox.stdout, 'data')
    const { url } = JSON.parse(String(line))
    // The service reads nothing but the report.
    const environment = { SANDBOX_URL: url, MIRROR: 'off', LEADS: 'off' }
    const service = await startTestService({ databaseUrl, usesRealTime: true, environment })
    try {
      const userIds: string[] = []
      for (let index = 0; index < users; index++) userIds.push(await newUserOnAllPlatforms(service))
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
      const body = { userIds, level: 'AD', granularity: 'DAY', startDate: day(90), endDate: day(1) }
      for (let attempts = 1, failed = 1; failed > 0; attempts++) {
        await clearCalls(url)
        const watch = watchProcess()
        const table = await askForTable(service, body)
        print({ attempts, ...table, ...watch.end() })
        failed = table.failed
        expect(attempts).toBeLessThan(maxAttempts)
      }
      const ownCalls = await callsSeen(url)
      const [userId = ''] = userIds
      const ads = await adsOf(service, { ...body, userIds: [userId], granularity: 'TOTAL' })
      await clearCalls(url)
      await askOneByOne(url, ads, { since: body.startDate, until: body.endDate })
      const singleCalls = await callsSeen(url)
      for (const platform of ['social', 'search', 'pro'] as const) {
        const [all, each] = [ownCalls[platform].length / users, singleCalls[platform].length]
        const calls = Object.fromEntries(countsOf(ownCalls[platform]))
        print({ platform, callsForEachAccount: all, oneByOne: each, ratio: each / all, calls })
      }
    } finally {
      sandbox.kill()
      await service.stop()
    }
  },
  600_000,
)

function print(metrics: object): void {
  process.stdout.write(`${JSON.stringify(metrics)}\n`)
}

/** Reads the table line by line without keeping it, so that the measured memory is that of the service. */
async function askForTable(service: TestService, body: object) {
  const response = await service.send('/report/get_report', {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json', accept: 'text/csv' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  let [lines, bytes] = [0, 0]
  const errors: string[] = []
  for await (const line of createInterface({ input: Readable.from(response.body ?? []) })) {
    lines++
    bytes += line.length
    // The last column is the error of an account that failed.
    if (lines > 1 && !line.endsWith(',')) errors.push(line.slice(line.lastIndexOf(',,') + 2))
  }
  const rows = lines - 1 - errors.length
  return { rows, megabytes: Math.round(bytes / 1e6), failed: errors.length, errors: [...new Set(errors)] }
}

type Ads = Readonly<Record<'social' | 'search' | 'pro', readonly string[]>>

async function adsOf(service: TestService, body: object): Promise<Ads> {
  const { results } = JSON.parse((await service.post('report/get_report', body)).text)
  const of = (platform: string) =>
    results.rows
      .filter((row: { platform: string }) => row.platform === platform)
      .map((row: { adId: string }) => row.adId)
  return { social: of('social'), search: of('search'), pro: of('pro') }
}

/** Reads each ad with one call, as a program with the vendors' own clients does. */
async function askOneByOne(url: string, ads: Ads, range: { since: string; until: string }): Promise<void> {
  const fields = ['impressions', 'clicks', 'spend', 'actions', 'action_values']
  for (const id of ads.social)
    await metaInsights(url)(id, fields, { time_range: range, time_increment: 1 }, 'ad')
  for (const id of ads.search)
    await googleAdsQuery(url)(
      '4823109756',
      `SELECT segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros FROM ad_group_ad
       WHERE ad_group_ad.ad.id = ${id} AND segments.date BETWEEN '${range.since}' AND '${range.until}'`,
    )
  const date = (text: string) => {
    const [year, month, day] = text.split('-').map(Number)
    return { year, month, day }
  }
  for (const id of ads.pro)
    await linkedinAnalytics(url)('analytics', {
      pivot: 'CREATIVE',
      timeGranularity: 'DAILY',
      dateRange: { start: date(range.since), end: date(range.until) },
      creatives: [`urn:li:sponsoredCreative:${id}`],
      fields: 'dateRange,impressions,clicks,costInLocalCurrency',
    })
}

async function clearCalls(url: string): Promise<void> {
  await fetch(`${url}/_sandbox/requests`, { method: 'DELETE' })
}

async function callsSeen(url: string) {
  const of = async (platform: string): Promise<{ call: string }[]> => {
    const seen = await fetch(`${url}/_sandbox/requests?platform=${platform}&format=json`)
    return JSON.parse(await seen.text())
  }
  return { social: await of('social'), search: await of('search'), pro: await of('pro') }
}

function countsOf(calls: readonly { call: string }[]): [string, number][] {
  return Object.entries(Object.groupBy(calls, ({ call }) => call)).map(([call, list]) => [
    call,
    list?.length ?? 0,
  ])
}

/**
 * Measures the growth of memory, and the longest processor time of this thread without a pause, which
 * excludes other processes of the machine. Also measures the longest garbage collection in elapsed time,
 * because it may be the cause of that pause.
 */
function watchProcess() {
  const before = process.memoryUsage.rss()
  let [longest, largest, longestCollection] = [0, before, 0]
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestCollection = Math.max(longestCollection, duration)
  })
  collections.observe({ entryTypes: ['gc'] })
  let { user, system } = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user - user + now.system - system)
    user = now.user
    system = now.system
    largest = Math.max(largest, process.memoryUsage.rss())
  }, 1)
  return {
    end() {
      clearInterval(timer)
      collections.disconnect()
      return {
        mostMsOfAStall: Math.round(longest / 1000),
        mostMsOfACollection: Math.round(longestCollection),
        grownMiB: Math.round((largest - before) / 2 ** 20),
      }
    },
  }
}
