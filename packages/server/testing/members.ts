// Runs several services on one database, each in its own process that executes commands and has an adjustable
// clock.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { ChildCommand } from './linking.child.ts'
import { linkUser } from './linking.ts'
import type { Installation } from './processes.ts'

export interface ClusterMember {
  readonly url: string
  command<Result>(command: ChildCommand): Promise<Result>
  stop(signal: NodeJS.Signals): Promise<void>
}

export interface LinkedUser {
  readonly workspaceId: string
  readonly userId: string
  readonly apiKey: string
}

/** The caller must end the process. */
export async function startClusterMember({
  dataDir,
  databaseUrl,
  environment,
}: Installation): Promise<ClusterMember> {
  const child = fork(join(inject('programs'), 'member.mjs'), {
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      // The compile cache of the other services. This process is killed before it could write a cache.
      NODE_COMPILE_CACHE: join(inject('programs'), 'compiled'),
      ...environment,
    },
  })
  const exitEvent = once(child, 'exit')
  let commandCount = 0
  const waitForResponse = async (commandId: number): Promise<unknown> => {
    const responseMessage = new Promise<{ answer: unknown }>((resolve) => {
      const onMessage = (message: { id: number; answer: unknown }) => {
        if (message.id !== commandId) return
        child.off('message', onMessage)
        resolve(message)
      }
      child.on('message', onMessage)
    })
    const outcome = await Promise.race([responseMessage, exitEvent])
    if (Array.isArray(outcome)) throw new Error('The process ended.')
    return outcome.answer
  }
  const url = String(await waitForResponse(0))
  return {
    url,
    // The child's response to a command has the type of that command.
    command: <Result>(command: ChildCommand) => {
      const id = ++commandCount
      const response = waitForResponse(id)
      child.send({ id, order: command })
      return response as Promise<Result>
    },
    async stop(signal) {
      child.kill(signal)
      await exitEvent
    },
  }
}

/** Creates a user and links it to the search platform through one of the processes. */
export async function linkUserThrough(member: ClusterMember): Promise<LinkedUser> {
  const linkedUser = await member.command<LinkedUser>({ does: 'begin' })
  await linkUser(
    { url: member.url, apiKey: linkedUser.apiKey },
    { userId: linkedUser.userId, platform: 'SEARCH' },
  )
  return linkedUser
}

/** Advances the clocks of the platforms and of all these processes. */
export async function advanceAll(
  sandbox: { readonly clock: { advance(byMs: number): void } },
  members: readonly ClusterMember[],
  byMs: number,
): Promise<void> {
  sandbox.clock.advance(byMs)
  for (const member of members) await member.command({ does: 'advance', byMs })
}
