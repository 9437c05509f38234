// Embeds the service and its sandbox in another program, for tests
// of software that uses adrail: `@adrail/testing`.

import { join } from 'node:path'
import type { Platform } from '@adrail/contract'
import { startApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { makeLog } from '../observability/log.ts'
import { toLinkPlatform } from '../platforms/connector-kit/platformNames.ts'
import { type AdjustableRuntime, adjustableRuntime } from '../runtime/adjustableRuntime.ts'
import { demoWorkspaceId } from '../store/workspaces.ts'
import { ensureDemo } from './demo.ts'
import { ensureDemoLinks } from './demoLinks.ts'
import { linkSandboxPerson } from './linkSandboxPerson.ts'

export interface EmbedOptions {
  /** No other service may use this folder. */
  readonly dataDir: string
  /** The clock starts at this time, in milliseconds since 1970. Defaults to the machine's time. */
  readonly startAt?: number | undefined
  /** Settings by name, see docs/configuration.md. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** Defaults to a file in the data folder. */
  readonly logFile?: string | undefined
}

export interface LinkRequest {
  readonly userId: string
  readonly platform: Platform
  /** The sandbox person with this key consents, for example `ada`. */
  readonly person: string
  /** Defaults to the person's first usable ad account. */
  readonly accountId?: string
  /** Defaults to the person's first usable page. */
  readonly pageId?: string
}

/** A test suite sends more requests than one caller may, and all of them come from this machine. */
const defaults = {
  PORT: '0',
  SANDBOX_PORT: '0',
  METRICS_PORT: 'off',
  LOG_LEVEL: 'warn',
  WEBHOOK_LOCAL_PORTS: 'all',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_IN_FLIGHT: '1000',
  KEYLESS_LIMIT_PER_MINUTE: '1000000',
  KEYLESS_LIMIT_BURST: '1000000',
}

export async function embed(options: EmbedOptions) {
  const { dataDir, startAt, settings = {}, logFile = join(dataDir, 'adrail.log') } = options
  // adrail refuses to run a demo while a platform is live, so a test never reaches a live platform.
  const fixedSettings = { DATA_DIR: dataDir, DATABASE_URL: '', ADRAIL_DEMO: 'on' }
  const config = readConfig({ ...defaults, ...settings, ...fixedSettings })
  if (config.unknownSettings.length > 0) throw new Error(config.unknownSettings.join('\n'))
  const runtime: AdjustableRuntime = adjustableRuntime(startAt)
  const app = await startApp(config, runtime, makeLog(config.logLevel, runtime, logFile), {
    sandbox: { machineTime: runtime.now },
    ownClock: true,
  })
  try {
    const { embeddedSandbox } = app
    if (!embeddedSandbox)
      throw new Error('SANDBOX_URL is set, but the test runs its own sandbox. Remove SANDBOX_URL.')
    const { apiKey, users } = await ensureDemo(app, dataDir)
    app.onWorldChange((change) => ensureDemoLinks(app, change))
    return {
      url: app.url,
      apiKey,
      workspaceId: demoWorkspaceId,
      users,
      sandbox: embeddedSandbox,
      now: runtime.now,
      advance: (durationMs: number) => runtime.advance(durationMs),
      link: async ({ userId, platform, person, accountId = '', pageId = '' }: LinkRequest) =>
        await linkSandboxPerson(app.service.linking, app.upstream, {
          ...{ workspaceId: demoWorkspaceId, userId, person, accountId, pageId },
          platform: toLinkPlatform(platform),
        }),
      close: async () => await app.close(),
    }
  } catch (error) {
    await app.close()
    throw error
  }
}
