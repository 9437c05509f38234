import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const logFile = join(newFolder('adrail-tracing-'), 'log')
const service = useService({ logFile })
const sandbox = createSandboxAdmin(service)
const campaignId = '120210000000000011'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const callersSpanId = 'b7ad6b7169203331'
const headers = { traceparent: `00-${traceId}-${callersSpanId}-01` }
let userId = ''
beforeAll(async () => {
  userId = await newLinkedUser(service)
})

/** Returns the trace ids in the log lines of a request, once adrail has written the lines. */
function tracesLogged({ requestId }: { readonly requestId: string }): unknown[] {
  service.clock.advance(1000)
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  return lines
    .map((line) => JSON.parse(line))
    .flatMap((line) => (line.requestId === requestId ? [line.traceId] : []))
}

describe('a request that its caller traces', () => {
  test('has its trace id in the log, even without an OpenTelemetry SDK', async () => {
    const traced = await service.call('user/get_profile', { userId }, { headers })
    expect(tracesLogged(traced)).toEqual([traceId])
    const nonsense = { traceparent: 'nonsense' }
    const untraced = await service.call('user/get_profile', { userId }, { headers: nonsense })
    expect(tracesLogged(untraced)).toEqual([undefined])
  })
})

describe('a service with an OpenTelemetry SDK', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  beforeAll(() => {
    trace.setGlobalTracerProvider(provider)
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  })
  afterAll(async () => {
    await provider.shutdown()
    for (const api of [trace, context, propagation]) api.disable()
  })

  /** Returns the names of the spans as a tree below the span of the caller. */
  async function tree(below = callersSpanId): Promise<Tree> {
    await provider.forceFlush()
    const spans = exporter.getFinishedSpans()
    const children = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === below)
    const named = await Promise.all(
      children.map(async (span) => [span.name, await tree(span.spanContext().spanId)] as const),
    )
    return Object.fromEntries(named)
  }
  interface Tree {
    readonly [name: string]: Tree
  }

  test('exports one connected span tree for a write, from the caller to the platform', async () => {
    exporter.reset()
    await sandbox.clearRequests()
    const body = { userId, campaignId, amount: 37 }
    const response = await service.call('social/edit_campaign', body, { headers })
    expect(response.results.success).toBe(true)

    expect(await tree()).toEqual({
      'social/edit_campaign': {
        'social GET object': {},
        'write social/edit_campaign': { 'step set_budget': { 'social POST object': {} } },
      },
    })
    const spans = exporter.getFinishedSpans()
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]))
    expect(tracesLogged(response)).toEqual([traceId])
    expect(spans.find(({ name }) => name.startsWith('write'))?.attributes).toEqual({
      'adrail.operation': 'social/edit_campaign',
      'adrail.operation_id': response.results.operationId,
      'adrail.state': 'succeeded',
    })
  })

  test('sends no trace to platforms, and exports spans without a person, account, amount, token or key', async () => {
    exporter.reset()
    await sandbox.clearRequests()
    await sandbox.injectFault({ call: 'campaign.read', kind: 'status', status: 400, code: '100' })
    const body = { userId, campaignId, amount: 38.5 }
    expect((await service.call('social/edit_campaign', body, { headers })).results.success).toBe(false)
    expect((await service.call('social/edit_campaign', body, { headers })).results.success).toBe(true)
    await service.call('social/get_page_posts', { userId, platform: 'SOCIAL_A' }, { headers })
    await provider.forceFlush()
    const requests = await sandbox.requests()
    expect(requests.length).toBeGreaterThan(3)
    expect(requests.filter((request) => 'traceparent' in request.headers)).toEqual([])

    const exportedSpans = JSON.stringify(
      exporter
        .getFinishedSpans()
        .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    )
    const secret = service.apiKey.slice(-20)
    for (const hidden of [userId, campaignId, '38.5', secret, 'Bearer', '://', 'EAA', 'act_', 'Ada', '@'])
      expect(exportedSpans).not.toContain(hidden)
    const names = exporter.getFinishedSpans().flatMap(({ attributes }) => Object.keys(attributes))
    expect([...new Set(names)].sort()).toEqual([
      'adrail.call',
      'adrail.key_id',
      'adrail.operation',
      'adrail.operation_id',
      'adrail.platform',
      'adrail.request_id',
      'adrail.state',
      'adrail.step',
      'adrail.surface',
      'adrail.workspace_id',
      'error.type',
      'http.request.method',
      'http.response.status_code',
    ])
  })
})
