// Program of one service process for tests with several processes. The parent sends commands over the IPC
// channel, which can also advance the clock or make it wrong.

import { scopes } from '@adrail/contract'
import { insertNewApiKey } from '../src/admission/apiKeys.ts'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { makeLog } from '../src/observability/log.ts'
import { makeId, type Runtime, systemRuntime } from '../src/runtime/runtime.ts'
import { insertUser } from '../src/store/users.ts'
import { insertWorkspace } from '../src/store/workspaces.ts'
import { valueOrErrorCode } from './linking.ts'

export type ChildCommand =
  | { readonly does: 'begin' }
  | { readonly does: 'advance'; readonly byMs: number }
  | { readonly does: 'jump'; readonly byMs: number }
  | {
      readonly does: 'connect'
      readonly workspaceId: string
      readonly userId: string
      readonly times: number
    }

let advancedMs = 0
let clockErrorMs = 0
const system = systemRuntime()
// The test advances this clock and the sandbox's clock separately.
const advancedNow = () => system.now() + advancedMs
const platformTimes = { social: advancedNow, search: advancedNow, pro: advancedNow }
const runtime: Runtime = {
  ...system,
  // A wrong wall clock does not affect the monotonic clock.
  now: () => advancedNow() + clockErrorMs,
  monotonic: () => system.monotonic() + advancedMs,
}
const app = await startApp(readConfig(), runtime, makeLog('silent', runtime), { times: platformTimes })
const { store, service } = app

async function runCommand(command: ChildCommand): Promise<unknown> {
  switch (command.does) {
    case 'begin': {
      const workspaceId = makeId('ws', runtime)
      const userId = makeId('usr', runtime)
      const created_at = runtime.now()
      await insertWorkspace(store.db, { id: workspaceId, name: 'Test', created_at })
      const key = await insertNewApiKey(store.db, runtime, { workspaceId, name: 'test', scopes })
      const userFields = { name: 'Somebody', email: '', external_id: '' }
      await insertUser(store.db, { workspace_id: workspaceId, id: userId, created_at, ...userFields })
      return { workspaceId, userId, apiKey: key.text }
    }
    case 'advance':
      advancedMs += command.byMs
      return undefined
    case 'jump':
      clockErrorMs += command.byMs
      return undefined
    case 'connect': {
      const { workspaceId, userId, times } = command
      const token = async () => {
        const connection = await service.connections.connect(workspaceId, userId, 'search')
        return (await connection.token()).version
      }
      return await Promise.all(Array.from({ length: times }, () => valueOrErrorCode(token())))
    }
  }
}

process.on('message', async ({ id, order }: { id: number; order: ChildCommand }) => {
  process.send?.({ id, answer: await runCommand(order) })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, answer: app.url })
