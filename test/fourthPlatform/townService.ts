// A running service of the copy, as a caller uses it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type EnvironmentVariables,
  type Installation,
  type PostResponse,
  type Processes,
  post,
  type ServiceProcess,
} from '@adrail/server/testing'
import type { NewspaperAccess } from './newspaper.ts'

/** The demo links this user to the newspaper's account of Ada. */
export const userId = 'usr_demo_all'

export interface TownService {
  readonly process: ServiceProcess
  readonly apiKey: string
  /** Sandbox that the service embeds. Undefined when the service uses a sandbox of another process. */
  readonly sandbox: NewspaperAccess | undefined
  send(operation: string, body: object, idempotencyKey?: string): Promise<PostResponse>
  /** Returns the results of a request that must succeed. */
  call(operation: string, body: object, idempotencyKey?: string): Promise<PostResponse['envelope']['results']>
  /** Lists the campaigns of the demo user with a name. */
  listCampaigns(name: string): Promise<readonly Campaign[]>
}

export interface Campaign {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly dailyBudget: string
}

export async function startTownService(
  { start }: Pick<Processes, 'start'>,
  installation: Installation,
  environment: EnvironmentVariables = {},
): Promise<TownService> {
  const process = await start(installation, environment)
  const apiKey = await process.readDemoKey()
  const { sandbox } = JSON.parse(readFileSync(join(installation.dataDir, 'demo.json'), 'utf8'))
  const send: TownService['send'] = (operation, body, idempotencyKey) =>
    post(
      `${process.url}/${operation}`,
      apiKey,
      body,
      idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    )
  const call: TownService['call'] = async (...request) => {
    const { status, envelope } = await send(...request)
    if (status !== 200 || !envelope.results.success)
      throw new Error(`${request[0]}: ${status} ${JSON.stringify(envelope.results)}`)
    return envelope.results
  }
  const listCampaigns = async (name: string) => {
    const { campaigns } = await call('town/get_campaigns', { userId })
    // The contract declares these fields.
    return (campaigns as readonly Campaign[]).filter((campaign) => campaign.name === name)
  }
  return { process, apiKey, sandbox, send, call, listCampaigns }
}
