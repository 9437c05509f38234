// The cost of a request's spans while no SDK is registered: three spans around no work, compared with no
// spans. Run it separately: node bench/tracing.ts

import { callerTraceId, currentTraceId, inClientSpan, inServerSpan, inSpan } from '@adrail/server/tracing'

const iterations = 200_000
const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
const attributes = { 'adrail.operation': 'user/get_profile', 'adrail.surface': 'http' }
const noop = async () => {}

const runWithoutSpans = async () => {
  await noop()
  await noop()
  await noop()
}

const runWithSpans = async () =>
  await inServerSpan('user/get_profile', attributes, headers, async () => {
    await inSpan('write', attributes, noop)
    await inClientSpan('social GET object', attributes, noop)
    return currentTraceId() ?? callerTraceId(headers)
  })

/** Measures processor time, because the machine may have other work. */
async function measureMicros(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < iterations; count++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / iterations
}

// The first round measures cold code.
for (let round = 0; round < 4; round++) {
  const [bareMicros, tracedMicros] = [await measureMicros(runWithoutSpans), await measureMicros(runWithSpans)]
  console.log(`without ${bareMicros.toFixed(2)} µs, with spans ${tracedMicros.toFixed(2)} µs a request`)
}
