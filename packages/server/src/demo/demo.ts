// The demo: after the first start there is a workspace, a key and three users.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scopes } from '@adrail/contract'
import {
  hasValidChecksum,
  insertNewApiKey,
  parseApiKey,
  secretHashBytes,
  secretMatches,
} from '../admission/apiKeys.ts'
import type { App } from '../app.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { findKeyByPublicId } from '../store/keys.ts'
import type { Store } from '../store/tables.ts'
import { insertUser } from '../store/users.ts'
import { demoWorkspaceId, insertWorkspace } from '../store/workspaces.ts'
import { demoUsers, ensureDemoLinks } from './demoLinks.ts'

const people = [
  { id: demoUsers.all, name: 'Ada Fox', email: 'ada@foxgarden.example', externalId: 'demo-all' },
  { id: demoUsers.one, name: 'Ben Single', email: 'ben@single.example', externalId: 'demo-one' },
  { id: demoUsers.none, name: 'Nina Newcomer', email: 'nina@example.com', externalId: 'demo-none' },
]

/** `demo.json` in the data folder has this content. */
export interface Demo {
  readonly url: string
  readonly apiKey: string
  readonly users: typeof demoUsers
  /** The URL signs in to the console with one click, once. Absent if other machines can reach the service. */
  readonly consoleUrl?: string
  /** The field is absent when an external sandbox is used. */
  readonly sandbox?: NonNullable<App['sandbox']>
}

/** Creates missing parts of the demo and writes `demo.json`. Repeated or concurrent starts change nothing. */
export async function ensureDemo(app: App, dataDir: string, { isLocal = true } = {}): Promise<Demo> {
  const { store, url, sandbox } = app
  const { runtime } = app.service
  const file = join(dataDir, 'demo.json')
  await insertWorkspace(store.db, {
    id: demoWorkspaceId,
    name: 'Demo',
    created_at: runtime.now(),
    loopback_redirects: 1,
  })
  for (const { id, name, email, externalId } of people)
    await insertUser(store.db, {
      workspace_id: demoWorkspaceId,
      id,
      name,
      email,
      external_id: externalId,
      created_at: runtime.now(),
    })
  const apiKey =
    (await findEarlierKey(store, runtime, file)) ??
    (await insertNewApiKey(store.db, runtime, { workspaceId: demoWorkspaceId, name: 'demo', scopes })).text
  await ensureDemoLinks(app)
  const link = isLocal ? { consoleUrl: `${url}/console/#demo=${app.offerDemoKey(apiKey)}` } : {}
  const demo: Demo = { url, apiKey, users: demoUsers, ...link, ...(sandbox ? { sandbox } : {}) }
  // The rename makes the write atomic: a reader that waits for the file never sees half of
  // it. Each of several concurrent starts writes its own temporary file.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const temporaryFile = `${file}.${runtime.randomBytes(6).toString('hex')}`
  writeFileSync(temporaryFile, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporaryFile, file)
  return demo
}

/**
 * Returns first steps for the terminal. Without a terminal the output
 * ends up in a log, so the key is read from its file.
 */
export function demoLines(demo: Demo, file: string, isTerminal: boolean): string[] {
  const { url, apiKey, users, consoleUrl } = demo
  const key = isTerminal
    ? `'x-api-key: ${apiKey}'`
    : `"x-api-key: $(sed -n 's/.*"apiKey": "\\(.*\\)".*/\\1/p' '${file}')"`
  return [
    '',
    'Try it:',
    `  curl -s ${url}/social/get_campaigns -H ${key} -H 'content-type: application/json' -d '{"userId":"${users.all}"}'`,
    '',
    ...signInLines(consoleUrl, file, isTerminal),
    `The key and the demo users are kept in ${file}`,
  ]
}

/** The sign-in link is a secret like the key itself. */
function signInLines(consoleUrl: string | undefined, file: string, isTerminal: boolean): string[] {
  if (consoleUrl === undefined)
    return [
      `Warning: this demo is reachable from other machines. One-click sign-in and the key in the reference are off. Sign in with the key in ${file}`,
    ]
  const link = isTerminal ? consoleUrl : `the consoleUrl in ${file}`
  return [`Sign in to the console and the reference, once: ${link}`]
}

/** Returns the key of an earlier start if the key still works. */
async function findEarlierKey(store: Store, runtime: Runtime, file: string): Promise<string | undefined> {
  const text = existsSync(file) ? /"apiKey": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  const parsedKey = text === undefined ? undefined : parseApiKey(text)
  const key =
    parsedKey && hasValidChecksum(parsedKey) && (await findKeyByPublicId(store.db, parsedKey.publicId))
  const isValid =
    key &&
    secretMatches(secretHashBytes(key), parsedKey.secret) &&
    key.revoked_at === null &&
    (key.expires_at === null || key.expires_at > runtime.now())
  return isValid ? text : undefined
}
