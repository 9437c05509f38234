// Measures the cost of one request: the number of database statements and of platform requests.

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { declarationOf, type OperationName } from '@adrail/contract'
import { expect, test } from 'vitest'
import { toLinkPlatform } from '../src/platforms/connector-kit/platformNames.ts'
import { expectSuccess } from './expectations.ts'
import { newLinkedUser } from './linked.ts'
import { startTestService, type TestOptions, type TestService, testDatabaseUrl } from './service.ts'
import { newUser } from './users.ts'

export interface OperationCost {
  /** Number of database statements, including the begin and commit of a transaction. */
  readonly store: number
  /** Number of platform requests. A batch counts as one. */
  readonly upstream: number
}

type CostBody = Readonly<Record<string, unknown>>

/**
 * Defines a test that an operation has the declared cost with warm caches. The body is the contract's example
 * for a user linked like the demo user, or the given one. A write warms up with a dry run, other operations
 * with a first call.
 */
export function testOperationCosts(
  operation: OperationName,
  declaredCost: OperationCost,
  makeBody: (service: TestService) => Promise<CostBody> = (service) => exampleBody(service, operation),
  options: Pick<TestOptions, 'environment'> = {},
): void {
  const databaseUrl = testDatabaseUrl()
  const { store, upstream } = declaredCost
  test(`${operation} sends ${store} database statements and ${upstream} platform requests`, async () => {
    const counter = new CostCounter()
    const service = await startTestService({
      databaseUrl,
      onStatement: () => counter.add('store'),
      ...options,
    })
    try {
      const { effect } = declarationOf(operation)
      const body = await makeBody(service)
      const callOperation = (callBody: CostBody, headers = {}) =>
        service.call(operation, callBody as never, { headers })
      expectPlanOrSuccess(
        operation,
        await callOperation(effect === 'write' ? { ...body, dryRun: true } : body),
      )
      const countedBody = effect === 'local' ? await makeBody(service) : body
      await waitUntilWarm(service, counter)
      const response = await callOperation(countedBody, countedHeaders)
      expectSuccess(operation, response)
      expect(counter.cost).toEqual(declaredCost)
    } finally {
      counter.stop()
      await service.stop()
    }
  })
}

/**
 * Building a body may advance the clock, and then the service ignores its caches until it has polled for
 * changes. A profile request costs nothing once the caches are in use.
 */
async function waitUntilWarm(service: TestService, counter: CostCounter): Promise<void> {
  const userId = await newUser(service)
  const measureProfileCost = async () => {
    counter.reset()
    expectSuccess(
      'user/get_profile',
      await service.call('user/get_profile', { userId }, { headers: countedHeaders }),
    )
    return counter.cost
  }
  await expect.poll(measureProfileCost).toEqual({ store: 0, upstream: 0 })
}

/** A dry run returns a plan instead of the declared results. */
function expectPlanOrSuccess(
  operation: OperationName,
  { status, text }: { status: number; text: string },
): void {
  expect({ operation, status, text }).toMatchObject({
    status: 200,
    text: expect.stringContaining('"error":""'),
  })
}

async function exampleBody(service: TestService, operation: OperationName): Promise<CostBody> {
  const { example, platform } = declarationOf(operation)
  const body: CostBody = example.body
  if (!('userId' in body)) return body
  return {
    ...body,
    userId: await newLinkedUser(service, platform ? { platform: toLinkPlatform(platform) } : {}),
  }
}

/** Header that marks the requests whose cost is counted. */
export const countedHeader = 'x-counted'
const countedHeaders = { [countedHeader]: 'yes' }

/** Counts statements and requests on behalf of marked requests. Ignores concurrent background work. */
export class CostCounter {
  readonly cost = { store: 0, upstream: 0 }
  readonly #isCounted = new AsyncLocalStorage<boolean>()
  readonly #onRequestStart = (message: unknown) => {
    // Message of Node's HTTP server channel: https://nodejs.org/api/diagnostics_channel.html#http
    const { request } = message as { request: IncomingMessage }
    this.#isCounted.enterWith(countedHeader in request.headers)
  }
  readonly #onUpstreamRequest = () => this.add('upstream')

  constructor() {
    subscribe('http.server.request.start', this.#onRequestStart)
    subscribe('undici:request:create', this.#onUpstreamRequest)
  }

  add(kind: keyof OperationCost): void {
    if (this.#isCounted.getStore()) this.cost[kind]++
  }

  reset(): void {
    Object.assign(this.cost, { store: 0, upstream: 0 })
  }

  stop(): void {
    unsubscribe('http.server.request.start', this.#onRequestStart)
    unsubscribe('undici:request:create', this.#onUpstreamRequest)
  }
}
