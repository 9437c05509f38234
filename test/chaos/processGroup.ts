// Runs service processes together while the test kills one after the other, with callers that retry until
// they succeed.

import { setTimeout } from 'node:timers/promises'
import type { ServiceProcess } from '@adrail/server/testing'
import {
  ageStepsByTwoMinutes,
  ageStepsOfDeadOwner,
  isFinal,
  type SendRequest,
  type ServiceFixture,
  type ServiceResponse,
  testDatabaseUrl,
  withStore,
} from '@adrail/server/testing'
import { seededRandom } from './proofRun.ts'

interface GroupProcess {
  readonly service: ServiceProcess
  readonly send: SendRequest
  /**
   * The last write that this process carried out. Its row in the database shows the owner id of the process.
   */
  lastOwnWriteId: string
}

/** A request that callers retry under its key until the response is final. */
export interface Job {
  readonly key: string
  readonly operation: string
  readonly body: object
}

interface RetryOptions {
  readonly callers: number
  /** Returns whether callers may send the request with this index already. */
  canSend?(index: number): boolean
}

export interface ProcessGroup {
  /**
   * Sends one request to the next process. Resolves to undefined when no process serves or when the process
   * dies.
   */
  send(...request: Parameters<SendRequest>): Promise<ServiceResponse | undefined>
  /**
   * Lets callers retry all requests until each has a final response. A caller that has to wait takes the next
   * request.
   */
  retryUntilFinal(
    jobs: readonly Job[],
    options: RetryOptions,
    onFinal: (job: Job, response: ServiceResponse) => void,
  ): Promise<void>
  /**
   * True when a process can be killed. Unless leases expire in real time, the owner of its writes must be
   * known, so that the test can expire them.
   */
  readonly canReplace: boolean
  /** Kills one process and starts another. Returns the owner id of the killed process, if it is known. */
  killAndReplace(): Promise<string | undefined>
}

const pauseMs = 50

/**
 * Starts two processes on PostgreSQL, and one on SQLite, where a data folder admits only one. Leases of
 * killed processes expire in real time, or the test expires them at once.
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
      // The next process is alone in its folder and therefore treats the previous process as dead.
      else if (!waitForExpiry) await ageStepsByTwoMinutes(installation)
      processes.push(await addProcess())
      return owner
    },
  }
}
