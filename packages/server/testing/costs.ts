// What one request costs: how many statements the database gets for it, and how many requests the platforms.

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { declarationOf, type OperationName } from '@adrail/contract'
import { expect, test } from 'vitest'
import { nameOf } from '../src/platforms/kit/names.ts'
import { expectSuccess } from './expectations.ts'
import { linkedUser } from './linked.ts'
import { startTestService, type TestOptions, type TestService, testDatabase } from './service.ts'
import { newUser } from './users.ts'

export interface Cost {
  /** Whatever is sent to the database, the beginning and the end of a transaction included. */
  readonly store: number
  /** A batch is one request. */
  readonly upstream: number
}

type Body = Readonly<Record<string, unknown>>

/**
 * Holds an operation to what it declares to cost once everything is warm: the contract's example, asked for a user who
 * is linked as the demo user is, or another body. A write is rehearsed first, everything else is done once before.
 */
export function costs(
  operation: OperationName,
  declared: Cost,
  makeBody: (service: TestService) => Promise<Body> = (service) => exampleBody(service, operation),
  options: Pick<TestOptions, 'environment'> = {},
): void {
  const databaseUrl = testDatabase()
  const { store, upstream } = declared
  test(`${operation} asks the database ${store} times and the platforms ${upstream} times`, async () => {
    const counter = new Counter()
    const service = await startTestService({
      databaseUrl,
      onStatement: () => counter.add('store'),
      ...options,
    })
    try {
      const { effect } = declarationOf(operation)
      const body = await makeBody(service)
      const call = (sent: Body, headers = {}) => service.call(operation, sent as never, { headers })
      expectSuccessOf(operation, await call(effect === 'write' ? { ...body, dryRun: true } : body))
      const counted = effect === 'local' ? await makeBody(service) : body
      await untilWarm(service, counter)
      const answer = await call(counted, counts)
      expectSuccess(operation, answer)
      expect(counter.cost).toEqual(declared)
    } finally {
      counter.stop()
      await service.stop()
    }
  })
}

/**
 * Whoever makes a body may turn the clock, and until the service has looked for changes again it uses nothing that it
 * remembers. What costs nothing says when it has.
 */
async function untilWarm(service: TestService, counter: Counter): Promise<void> {
  const userId = await newUser(service)
  const costOfProfile = async () => {
    counter.forget()
    expectSuccess('user/get_profile', await service.call('user/get_profile', { userId }, { headers: counts }))
    return counter.cost
  }
  await expect.poll(costOfProfile).toEqual({ store: 0, upstream: 0 })
}

/** A rehearsal answers with a plan, in place of what the operation declares. */
function expectSuccessOf(operation: OperationName, { status, text }: { status: number; text: string }): void {
  expect({ operation, status, text }).toMatchObject({
    status: 200,
    text: expect.stringContaining('"error":""'),
  })
}

async function exampleBody(service: TestService, operation: OperationName): Promise<Body> {
  const { example, platform } = declarationOf(operation)
  const body: Body = example.body
  if (!('userId' in body)) return body
  return { ...body, userId: await linkedUser(service, platform ? { platform: nameOf(platform) } : {}) }
}

/** A header that marks requests whose cost is counted. */
export const mark = 'x-counted'
const counts = { [mark]: 'yes' }

/** Counts what happens on behalf of marked requests, and nothing that happens beside them. */
export class Counter {
  readonly cost = { store: 0, upstream: 0 }
  readonly #isCounted = new AsyncLocalStorage<boolean>()
  readonly #began = (message: unknown) => {
    // What this channel of Node's server says: https://nodejs.org/api/diagnostics_channel.html#http
    const { request } = message as { request: IncomingMessage }
    this.#isCounted.enterWith(mark in request.headers)
  }
  readonly #sent = () => this.add('upstream')

  constructor() {
    subscribe('http.server.request.start', this.#began)
    subscribe('undici:request:create', this.#sent)
  }

  add(what: keyof Cost): void {
    if (this.#isCounted.getStore()) this.cost[what]++
  }

  forget(): void {
    Object.assign(this.cost, { store: 0, upstream: 0 })
  }

  stop(): void {
    unsubscribe('http.server.request.start', this.#began)
    unsubscribe('undici:request:create', this.#sent)
  }
}
