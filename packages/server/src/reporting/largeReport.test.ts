// A report as large as is allowed, of platforms in another process: bounded memory, and nobody else kept waiting. It takes too
// long for every run: `LARGE_REPORT=20 npx vitest run --project sqlite packages/server/src/reporting/largeReport.test.ts`
// asks for so many users and prints what it saw.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { linkedOnAll } from '../../testing/reports.ts'
import { startTestService, testDatabase } from '../../testing/service.ts'

const users = Number(process.env['LARGE_REPORT'] ?? 0)
const databaseUrl = testDatabase()

test.runIf(users > 0)('a report of many users, 90 days and single ads keeps nobody waiting', async () => {
  const program = new URL('./main.ts', import.meta.resolve('@adrail/sandbox'))
  const sandbox = spawn(process.execPath, [program.pathname, '--port', '0', '--memory', '--json'])
  const [line] = await once(sandbox.stdout, 'data')
  const { url } = JSON.parse(String(line))
  const service = await startTestService({ databaseUrl, realTime: true, environment: { SANDBOX_URL: url } })
  try {
    const userIds: string[] = []
    for (let index = 0; index < users; index++) userIds.push(await linkedOnAll(service))
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const body = { userIds, level: 'AD', granularity: 'DAY', startDate: day(90), endDate: day(1) }
    await fetch(`${url}/_sandbox/requests`, { method: 'DELETE' })
    const before = process.memoryUsage().rss
    for (let attempts = 1; ; attempts++) {
      const stalls = watchStalls()
      const answer = await service.send('/report/get_report', {
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const pieces: Uint8Array[] = []
      for await (const piece of answer.body ?? []) pieces.push(piece)
      const mostMsOfAStall = stalls.end()
      const { results } = JSON.parse(Buffer.concat(pieces).toString())
      const late = results.errors?.length ?? 0
      console.log({
        attempts,
        status: answer.status,
        error: results.error,
        rows: results.rows?.length,
        megabytes: Math.round(Buffer.concat(pieces).length / 1e6),
        accounts: results.accounts?.length,
        late,
        mostMsOfAStall,
        grownMiB: Math.round((process.memoryUsage().rss - before) / 2 ** 20),
      })
      if (late > 0 && attempts < 8) continue
      expect([answer.status, late]).toEqual([200, 0])
      break
    }
    for (const platform of ['social', 'search', 'pro']) {
      const seen = await fetch(`${url}/_sandbox/requests?platform=${platform}&format=json`)
      const calls = Object.groupBy(JSON.parse(await seen.text()), ({ call }: { call: string }) => call)
      const counts = Object.entries(calls).map(([call, list]) => [call, list?.length])
      console.log(platform, Object.fromEntries(counts))
    }
  } finally {
    sandbox.kill()
    await service.stop()
  }
})

/** The longest that this thread worked without a pause; work of others on the machine does not count. */
function watchStalls(): { end(): number } {
  let most = 0
  let { user, system } = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    most = Math.max(most, now.user - user + now.system - system)
    user = now.user
    system = now.system
  }, 1)
  return {
    end() {
      clearInterval(timer)
      return Math.round(most / 1000)
    },
  }
}
