// This trace measures in Chromium how long each page and dialog of the console blocks the main thread. The
// trace prints figures and asserts nothing, so it runs only on request:
//
//   TRACE=1 npx vitest run --project pages packages/server/src/console/blocking.browser.test.ts

import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { consoleViews, showView } from '../../testing/consoleViews.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'

const isOrdered = process.env['TRACE'] !== undefined
const { service, newSignedInVisitor: signedIn } = useConsole({ environment: { MIRROR: 'on' } })

/** The trace event format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** `dur` is wall-clock time and `tdur` is CPU time, both in microseconds. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

test.runIf(isOrdered)(
  'the trace prints the longest main-thread task of every console page and dialog',
  async () => {
    const userId = await newUserOnAllPlatforms(service)
    await pollTwice(service.app.mirrorReader)
    const { page } = await signedIn({ viewport: { width: 1280, height: 1400 } })
    const found: Record<string, { name: string; onClockMs: number; ofProcessorMs: number }> = {}
    for (const view of consoleViews.filter(
      ({ name }) => !/^(lead|approvals|operation|endpoint)$/.test(name),
    )) {
      const events = await traced(page, () => showView(page, view, service.url, userId))
      found[view.name] = longestOf(events)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    console.table(found)
  },
  1_800_000,
)

async function traced(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  // Chromium defines the format of the data: https://chromedevtools.github.io/devtools-protocol/tot/Tracing
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  })
  await work()
  await session.send('Tracing.end')
  await ended
  await session.detach()
  return events
}

function longestOf(events: readonly TraceEvent[]) {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(({ ph, pid, tid }) => ph === 'X' && threads.has(`${pid} ${tid}`))
  const longest = tasks.toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))[0]
  const onClock = Math.max(0, ...tasks.map(({ dur = 0 }) => dur))
  return {
    name: longest?.name ?? '',
    onClockMs: Math.round(onClock / 1000),
    ofProcessorMs: Math.round((longest?.tdur ?? 0) / 1000),
  }
}
