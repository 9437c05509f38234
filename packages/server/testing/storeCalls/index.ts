// Calls every function of the store as the service does and records the statements of each.

import type { Store } from '../../src/store/tables.ts'
import { listAuditAndEventCalls } from './auditAndEvents.ts'
import { listConnectionCalls } from './connections.ts'
import { listConsoleSessionCalls } from './consoleSessions.ts'
import { listEncryptedColumnCalls } from './encryptedColumns.ts'
import { listImageCalls } from './images.ts'
import { listKeyCalls } from './keys.ts'
import { listLeadCalls } from './leads.ts'
import { listLinkCalls } from './links.ts'
import { listMirrorCalls } from './mirrors.ts'
import { listSharedStateCalls } from './sharedState.ts'
import { listSpendCalls } from './spend.ts'
import { listUserCalls } from './users.ts'
import { listWebhookCalls } from './webhooks.ts'
import { listWorkspaceCalls } from './workspaces.ts'
import { listWriteCalls } from './writes.ts'

export interface StoreCall {
  /** Name of the store function. */
  readonly functionName: string
  readonly statements: readonly string[]
  readonly durationMs: number
}

/** Each call finds the rows of the calls before. */
const callLists = [
  listWorkspaceCalls,
  listKeyCalls,
  listConsoleSessionCalls,
  listUserCalls,
  listLinkCalls,
  listConnectionCalls,
  listEncryptedColumnCalls,
  listWriteCalls,
  listSpendCalls,
  listAuditAndEventCalls,
  listWebhookCalls,
  listLeadCalls,
  listMirrorCalls,
  listImageCalls,
  listSharedStateCalls,
]

/** `takeStatements` returns the statements since its last call. */
export async function callEveryStoreFunction(
  store: Store,
  takeStatements: () => readonly string[] = () => [],
): Promise<StoreCall[]> {
  const storeCalls: StoreCall[] = []
  takeStatements()
  for (const { functionName, run } of callLists.flatMap((listCalls) => listCalls(store))) {
    const beganAt = performance.now()
    await run()
    storeCalls.push({ functionName, durationMs: performance.now() - beganAt, statements: takeStatements() })
  }
  return storeCalls
}
