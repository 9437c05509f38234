// T23: no secret appears outside the columns and files that protect it.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platforms } from '@adrail/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reportProof } from '../../../../test/chaos/proofRun.ts'
import { newFolder } from '../../testing/folders.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import {
  advanceClocks,
  createLinkingProcess,
  decideConsent,
  findUserCredential,
  followCallback,
  startOAuthFlow,
  valueOrErrorCode,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'
import { findSandboxApp } from '../sandboxed/emulation.ts'
import { decryptTokens } from './tokenEncryption.ts'

const logFile = join(newFolder('adrail-secrets-'), 'log')
const service = useService({ logFile })
const tables = ['workspaces', 'api_keys', 'users', 'redirect_uris', 'links', 'credentials', 'connections']

test('no token, code, state, cookie or app secret appears in a log, a response, a metric or a plaintext column', async () => {
  const sandbox = createSandboxAdmin(service)
  const { vault } = service.app.service.linking
  const secrets = new Map<string, string>()
  const seen: string[] = []
  /** Pages for a browser that opened the link. They may contain the link, but no other secret. */
  const pages: string[] = []
  const addSecret = (what: string, secret: string) => {
    if (secret !== '') secrets.set(secret, what)
  }
  for (const platform of platforms) addSecret('an app secret', findSandboxApp(platform).clientSecret)
  addSecret('an API key', service.apiKey)

  // The flow runs completely on every platform, with every kind of failure in between.
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const) {
    const userId = await newUser(service)
    const call = { SOCIAL_A: 'oauth.access_token', SEARCH: 'oauth.token', PROFESSIONAL: 'oauth.accessToken' }[
      platform
    ]
    const name = { SOCIAL_A: 'social', SEARCH: 'search', PROFESSIONAL: 'pro' }[platform] as 'social'
    const state = `caller-state-${platform}-${service.clock.randomBytes(9).toString('hex')}`
    addSecret('a state of the caller', state)
    for (const trouble of ['garbage', 'html', 'reset', 'status', 'none'] as const) {
      const oauthFlow = await startOAuthFlow(service, { userId, platform, state })
      addSecret('a link', oauthFlow.link.split('/').at(-1) ?? '')
      addSecret('a browser cookie', oauthFlow.cookie.split('=')[1]?.split('.')[0] ?? '')
      if (trouble !== 'none')
        await sandbox.injectFault({
          platform: name,
          call,
          kind: trouble,
          ...(trouble === 'status' ? { status: 400 } : {}),
        })
      const callback = new URL(await decideConsent(oauthFlow))
      addSecret('a code', callback.searchParams.get('code') ?? '')
      addSecret('a state of ours', callback.searchParams.get('state') ?? '')
      for (const cookie of ['', oauthFlow.cookie, oauthFlow.cookie])
        (cookie === '' ? seen : pages).push(await (await followCallback(callback.href, cookie)).text())
    }
    const collect = async () => {
      const tokens = decryptTokens(vault, await findUserCredential(service, userId, platform))
      addSecret('an access token', tokens.accessToken)
      addSecret('a refresh token', tokens.refreshToken)
      return await findUserCredential(service, userId, platform)
    }
    const { id } = await collect()
    await advanceClocks(service, platform === 'SEARCH' ? 2 * hourMs : 55 * dayMs)
    for (const kind of ['garbage', 'html', 'reset'] as const) {
      await sandbox.injectFault({ platform: name, call, kind })
      seen.push(String(await valueOrErrorCode(createLinkingProcess(service).refresher.getFreshToken(id))))
      await advanceClocks(service, 60_000)
    }
    // Some refreshes continue in the background. Unused faults must not affect the next steps.
    await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
    await collect()
    for (const operation of ['user/get_profile', 'auth/get_connected_accounts_data'] as const)
      seen.push(JSON.stringify(await service.call(operation, { userId })))
    await sandbox.simulate('revoke', { person: 'ben', platform: name })
    await advanceClocks(service, 8 * dayMs)
    const { version } = await findUserCredential(service, userId, platform)
    await valueOrErrorCode(createLinkingProcess(service).refresher.getFreshToken(id, version))
    seen.push(JSON.stringify(await service.call('auth/remove_link', { userId, platform })))
    // Linking again leaves new tokens in the database, which the test searches below.
    await newLinkedUser(service, { platform: platform, person: 'ben' })
    await collect().catch(() => {})
  }
  seen.push(await (await fetch(service.app.metricsUrl)).text())
  service.clock.advance(1000)
  const logged = readFileSync(logFile, 'utf8')
  expect(logged).toContain('link failed')
  seen.push(logged)
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(service.app.store.db)
    seen.push(JSON.stringify(rows))
  }
  // Database files may contain deleted rows and write-ahead logs.
  for (const file of readdirSync(service.dataDir))
    if (!file.endsWith('.key')) seen.push(readFileSync(join(service.dataDir, file), 'latin1'))

  expect(secrets.size).toBeGreaterThan(40)
  const found = [...secrets].filter(
    ([secret, what]) =>
      seen.some((text) => text.includes(secret)) ||
      (what !== 'a link' && pages.some((text) => text.includes(secret))),
  )
  expect(found.map(([secret, what]) => `${what}: ${secret.slice(0, 12)}`)).toEqual([])
  reportProof('T23', { secrets: secrets.size, places: seen.length + pages.length, found: found.length })
})
