// Runs the service process, from its start message to the end of its last request.

import { join } from 'node:path'
import { startApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { consoleWarning } from '../console/consoleFiles.ts'
import { demoLines, ensureDemo } from '../demo/demo.ts'
import { ensureDemoLinks } from '../demo/demoLinks.ts'
import { type Log, makeLog } from '../observability/log.ts'
import { formatJsonLine, formatTextLine } from '../observability/logLine.ts'
import { isLoopbackListener } from '../runtime/loopback.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { explainFailure } from './explainFailure.ts'
import { releaseMemoryWhenIdle } from './releaseIdleMemory.ts'

const shutdownHoldMs = 100

/** What the process takes from its environment. */
export interface ProcessEnvironment {
  /** Defaults to the environment of the machine. */
  readonly environment?: Readonly<Record<string, string>>
  /** The path of a file, or an open file descriptor. */
  readonly log: number | string
  print(text: string): void
}

/** Resolves with the exit code after the process was asked to stop and has stopped. */
export async function serve(
  stop: Promise<string>,
  { environment, log: destination, print }: ProcessEnvironment,
): Promise<number> {
  const runtime = systemRuntime()
  let log: Log | undefined
  try {
    const config = readConfig(environment)
    log = makeLog(
      config.logLevel,
      runtime,
      destination,
      process.stdout.isTTY === true ? formatTextLine : formatJsonLine,
    )
    for (const problem of config.unknownSettings) log.warn('settings.unknown', { problem })
    // A worker serves no requests, so its background work need not leave time to them.
    const workRuntime =
      config.role === 'worker' ? { ...runtime, yieldInBackground: runtime.yieldToLoop } : runtime
    const app = await startApp(config, workRuntime, log, {
      sandbox: { stateFile: join(config.dataDir, 'sandbox.json') },
    })
    const lines = [
      config.role === 'worker'
        ? `adrail is running background work. The health check is at ${app.url}/readyz`
        : `adrail serves at ${app.url} (console: ${app.url}/console/, documentation: ${app.url}/docs/)`,
    ]
    if (app.sandbox) lines.push(`The sandbox with three emulated ad platforms is at ${app.sandbox.url}`)
    if (app.metricsUrl !== '') lines.push(`Prometheus metrics are at ${app.metricsUrl}`)
    if (config.isDemoEnabled) {
      const isLocal = isLoopbackListener(config.host)
      if (!isLocal) log.warn('demo.exposed', { host: config.host })
      const demo = await ensureDemo(app, config.dataDir, { isLocal })
      app.onWorldChange((change) => ensureDemoLinks(app, change))
      lines.push(...demoLines(demo, join(config.dataDir, 'demo.json'), process.stderr.isTTY === true))
    }
    const consoleMissing = config.role === 'worker' ? undefined : consoleWarning()
    if (consoleMissing !== undefined) {
      log.warn('console.unbuilt')
      lines.push(`Warning: ${consoleMissing}`)
    }
    lines.push(...config.unknownSettings.map((problem) => `Warning: ${problem}`))
    print(`${lines.join('\n')}\n`)
    const stopMemoryCheck = releaseMemoryWhenIdle(runtime)

    log.info('process.shutting_down', { reason: await stop })
    stopMemoryCheck()
    // The next response on each open connection asks its client to reconnect elsewhere, so that none is cut
    // off.
    app.drain()
    await runtime.sleep(config.drainMs)
    await app.close({ holdMs: shutdownHoldMs, cutAfterMs: config.shutdownTimeoutMs })
    return 0
  } catch (error) {
    log?.close()
    print(`${explainFailure(error)}\n`)
    return 1
  }
}
