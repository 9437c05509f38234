// The composition root: builds the service top to bottom from a configuration, and takes it down again.

import type { AddressInfo } from 'node:net'
import { type DemoAccess, demoAccess, type SandboxOptions, startSandbox } from '@adrail/sandbox'
import type { Config } from './config.ts'
import { Authenticator } from './guard/authenticate.ts'
import { Limiter } from './guard/limit.ts'
import { Users } from './guard/users.ts'
import { addDocuments } from './http/documents.ts'
import { addHealth } from './http/health.ts'
import { makeHttpServer } from './http/server.ts'
import { closeServer, type Grace } from './http/shutdown.ts'
import type { Service } from './invoke.ts'
import { makeKeyring } from './keyring.ts'
import type { Log } from './log.ts'
import { makeMetrics } from './metrics.ts'
import { handlers } from './operations/index.ts'
import type { Runtime } from './runtime.ts'
import { openStore, type Store } from './store/db.ts'
import { type FolderLock, lockFolder } from './store/lock.ts'

export interface App {
  readonly url: string
  readonly metricsUrl: string
  /** The embedded sandbox; absent when every platform is live or another sandbox is used. */
  readonly sandbox?: DemoAccess
  readonly store: Store
  readonly service: Service
  /** From now on the process is not ready, and every answer asks its client to open a new connection next time. */
  drain(): void
  /** Answers what has arrived, then lets go of everything; without a grace, as a test does it, right away. */
  close(grace?: Grace): Promise<void>
}

export async function startApp(
  config: Config,
  runtime: Runtime,
  log: Log,
  sandboxOptions: SandboxOptions,
): Promise<App> {
  const closers: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    if (config.databaseUrl === '') {
      const lock: FolderLock = lockFolder(config.dataDir)
      closers.push(() => lock.release())
    }
    const store = await openStore(config)
    closers.push(() => store.close())

    const sandbox = needsSandbox(config)
      ? await startSandbox({ port: config.sandboxPort, ...sandboxOptions })
      : undefined
    if (sandbox) closers.push(() => sandbox.close())

    const service: Service = {
      runtime,
      store,
      keyring: makeKeyring(config.encryptionKeys, runtime),
      authenticator: new Authenticator(store, runtime),
      limiter: new Limiter(runtime, config.limits),
      users: new Users(store, runtime),
      handlers,
    }

    const metrics = makeMetrics()
    closers.push(() => metrics.close())
    const metricsPort =
      config.metricsPort === undefined ? undefined : await metrics.listen(config.metricsPort)

    let draining = false
    const isDraining = () => draining
    const server = makeHttpServer({ ...config, service, log, metrics, isDraining })
    addHealth(server, store, isDraining)
    addDocuments(server, config.publicUrl)
    await server.listen({ host: config.host, port: config.port })
    closers.push(() => server.close())

    return {
      url: urlOf(config.host, (server.server.address() as AddressInfo).port),
      metricsUrl: metricsPort === undefined ? '' : `http://127.0.0.1:${metricsPort}/metrics`,
      ...(sandbox ? { sandbox: demoAccess(sandbox.people()) } : {}),
      store,
      service,
      drain() {
        draining = true
      },
      async close(grace) {
        draining = true
        await closeServer(server, runtime, grace)
        await closeAll()
        log.close()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function needsSandbox(config: Config): boolean {
  return config.sandboxUrl === '' && Object.values(config.platforms).some(({ mode }) => mode === 'sandbox')
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
