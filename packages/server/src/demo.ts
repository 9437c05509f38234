// What a newcomer finds after the first start: a workspace, a key, three users, and where to look.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey, parseKey } from './guard/apikeys.ts'
import type { Runtime } from './runtime.ts'
import type { Store } from './store/db.ts'
import { findKeyByPublicId } from './store/keys.ts'
import { insertUser } from './store/users.ts'
import { findWorkspace, insertWorkspace } from './store/workspaces.ts'

/** Ids that are the same everywhere, so that the examples in the documents work as they stand. */
const workspaceId = 'ws_demo'
export const demoUsers = { all: 'usr_demo_all', one: 'usr_demo_one', none: 'usr_demo_none' } as const

const people = [
  { id: demoUsers.all, name: 'Ada Fox', email: 'ada@foxgarden.example', externalId: 'demo-all' },
  { id: demoUsers.one, name: 'Ben Single', email: 'ben@single.example', externalId: 'demo-one' },
  { id: demoUsers.none, name: 'Nina Newcomer', email: 'nina@example.com', externalId: 'demo-none' },
]

/** What `demo.json` in the data folder says. */
export interface Demo {
  readonly url: string
  readonly apiKey: string
  readonly users: typeof demoUsers
}

export async function ensureDemo(options: {
  readonly store: Store
  readonly runtime: Runtime
  readonly dataDir: string
  readonly url: string
}): Promise<Demo> {
  const { store, runtime, dataDir, url } = options
  const file = join(dataDir, 'demo.json')
  if (!(await findWorkspace(store.db, workspaceId)))
    await insertWorkspace(store.db, { id: workspaceId, name: 'Demo', created_at: runtime.now() })
  for (const person of people)
    await insertUser(store.db, {
      workspace_id: workspaceId,
      id: person.id,
      name: person.name,
      email: person.email,
      external_id: person.externalId,
      created_at: runtime.now(),
    })
  const apiKey =
    (await workingKey(store, file)) ??
    (await createKey(store.db, runtime, { workspaceId, name: 'demo' })).text
  const demo: Demo = { url, apiKey, users: demoUsers }
  // Written whole or not at all: whoever waits for the file never reads half of it.
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return demo
}

/** The key of an earlier start, if it still works. */
async function workingKey(store: Store, file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  const { apiKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Demo>
  const parts = apiKey === undefined ? undefined : parseKey(apiKey)
  const key = parts && (await findKeyByPublicId(store.db, parts.publicId))
  return key && key.revoked_at === null ? apiKey : undefined
}
