// Processes that serve together while one after the other is killed, and callers who do not give up.

import { setTimeout } from 'node:timers/promises'
import { testDatabaseUrl } from '@adrail/server/testing'
import type { ServiceProcess } from '@adrail/server/testing/processes'
import {
  ageStepsByTwoMinutes,
  ageStepsOfDeadOwner,
  isFinal,
  type SendRequest,
  type ServiceFixture,
  type ServiceResponse,
  withStore,
} from '@adrail/server/testing/worlds'
import { seededRandom } from './figures.ts'

interface GroupProcess {
  readonly service: ServiceProcess
  readonly send: SendRequest
  /** A write that it carried out itself: by this is known what else is in its hands. */
  lastOwnWriteId: string
}

/** One request that has to be answered for good, under its key, however often it must be repeated. */
export interface Job {
  readonly key: string
  readonly operation: string
  readonly body: object
}

interface RetryOptions {
  readonly callers: number
  /** Whether a request may be sent already, by its place among all. */
  canSend?(index: number): boolean
}

export interface ProcessGroup {
  /** Sends one request to whoever serves; nothing when nobody does, or when that process died. */
  send(...request: Parameters<SendRequest>): Promise<ServiceResponse | undefined>
  /** Has callers repeat all requests until each is answered for good; who has to wait takes the next one meanwhile. */
  retryUntilFinal(
    jobs: readonly Job[],
    options: RetryOptions,
    onFinal: (job: Job, response: ServiceResponse) => void,
  ): Promise<void>
  /** Unless leases are waited for, only somebody is killed whose work is known, so that its time can pass. */
  readonly canReplace: boolean
  /** Kills one of them, and starts another in its place. As whom the dead one held its writes, as far as that is known. */
  killAndReplace(): Promise<string | undefined>
}

const pauseMs = 50

/**
 * One process where a folder is served, which has no room for more; on a server two. Leases of those that are killed run out
 * by themselves, or their time passes at once.
 */
export async function startProcessGroup(
  { installation, start }: ServiceFixture,
  leases: 'run out' | 'pass',
): Promise<ProcessGroup> {
  const waitForExpiry = leases === 'run out'
  const onPostgres = testDatabaseUrl() !== ''
  const random = seededRandom('crew')
  const addProcess = async (): Promise<GroupProcess> => ({ ...(await start()), lastOwnWriteId: '' })
  const processes = await Promise.all(onPostgres ? [addProcess(), addProcess()] : [addProcess()])
  let requestCount = 0

  const send: ProcessGroup['send'] = async (...request) => {
    const target = processes[requestCount++ % processes.length]
    const response = await target?.send(...request).catch(() => undefined)
    if (target && response?.status === 200 && !response.replayed)
      target.lastOwnWriteId = String(response.results['operationId'] ?? '')
    return response
  }
  const listReplaceable = () =>
    processes.filter(({ lastOwnWriteId }) => waitForExpiry || !onPostgres || lastOwnWriteId !== '')
  const findOwner = ({ lastOwnWriteId }: GroupProcess): Promise<string | undefined> =>
    withStore(installation, async ({ db }) => {
      const rows = db.selectFrom('operations').select('owner').where('id', '=', lastOwnWriteId)
      return (await rows.executeTakeFirst())?.owner
    })

  return {
    send,
    get canReplace() {
      return listReplaceable().length > 0
    },
    async retryUntilFinal(jobs, { callers, canSend = () => true }, onFinal) {
      const unsent = [...jobs]
      const retries: Job[] = []
      let openCount = jobs.length
      const takeJob = () =>
        canSend(jobs.length - unsent.length) ? (unsent.shift() ?? retries.shift()) : retries.shift()
      const runCaller = async () => {
        while (openCount > 0) {
          const job = takeJob()
          const response = job && (await send(job.operation, job.body, job.key))
          if (job && response && isFinal(response)) {
            openCount -= 1
            onFinal(job, response)
            continue
          }
          if (job) retries.push(job)
          await setTimeout(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: callers }, runCaller))
    },
    async killAndReplace() {
      const victim = listReplaceable()[Math.floor(random() * listReplaceable().length)]
      if (!victim) throw new Error('Nobody can be replaced.')
      processes.splice(processes.indexOf(victim), 1)
      victim.service.kill('SIGKILL')
      await victim.service.exit
      const owner = await findOwner(victim)
      if (!waitForExpiry && onPostgres && owner !== undefined) await ageStepsOfDeadOwner(installation, owner)
      // Alone in its folder, the next one knows that the last one is dead.
      else if (!waitForExpiry) await ageStepsByTwoMinutes(installation)
      processes.push(await addProcess())
      return owner
    },
  }
}
