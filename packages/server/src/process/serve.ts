// One life of the serving process, from its start line to its last answer.

import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { startApp } from '../app.ts'
import { type Log, makeLog } from '../base/log.ts'
import { asJson, asWords } from '../base/logLine.ts'
import { isLoopbackListener } from '../base/loopback.ts'
import { systemRuntime } from '../base/runtime.ts'
import { readConfig } from '../config/config.ts'
import { consoleProblem } from '../console/consoleFiles.ts'
import { demoLines, ensureDemo } from '../demo/demo.ts'
import { mendLinks } from '../demo/demoLinks.ts'
import { explain } from './explain.ts'
import { releaseMemoryWhenIdle } from './idleMemory.ts'

const holdMs = 100

/** What a process takes from around it. */
export interface Surroundings {
  /** The machine's own when nothing is given. */
  readonly environment?: Readonly<Record<string, string>>
  /** A file, or the number of an open one. */
  readonly log: number | string
  say(text: string): void
}

/** Resolves with the exit code, once the process has been told to stop and has stopped. */
export async function serve(
  stop: Promise<string>,
  { environment, log: destination, say }: Surroundings,
): Promise<number> {
  const runtime = systemRuntime()
  let log: Log | undefined
  try {
    const config = readConfig(environment)
    log = makeLog(config.logLevel, runtime, destination, process.stdout.isTTY === true ? asWords : asJson)
    for (const problem of config.unknownSettings) log.warn('settings.unknown', { problem })
    // Nobody asks anything of a worker: its work need not leave time to others.
    const pace = config.role === 'worker' ? { ...runtime, rest: runtime.turn } : runtime
    const app = await startApp(config, pace, log, {
      sandbox: { stateFile: join(config.dataDir, 'sandbox.json') },
    })
    const lines = [
      config.role === 'worker'
        ? `adrail works in the background; whether it is well is at ${app.url}/readyz`
        : `adrail serves at ${app.url} (console: ${app.url}/console/, reference: ${app.url}/docs)`,
    ]
    if (app.sandbox) lines.push(`The sandbox, three ad platforms to play with, is at ${app.sandbox.url}`)
    if (app.metricsUrl !== '') lines.push(`Metrics for Prometheus are at ${app.metricsUrl}`)
    if (config.demo) {
      const isLocal = isLoopbackListener(config.host)
      if (!isLocal) log.warn('demo.exposed', { host: config.host })
      const demo = await ensureDemo(app, config.dataDir, { isLocal })
      app.onTurn((turn) => mendLinks(app, turn))
      lines.push(...demoLines(demo, join(config.dataDir, 'demo.json'), process.stderr.isTTY === true))
    }
    const unbuilt = config.role === 'worker' ? undefined : consoleProblem()
    if (unbuilt !== undefined) {
      log.warn('console.unbuilt')
      lines.push(`Warning: ${unbuilt}`)
    }
    lines.push(...config.unknownSettings.map((problem) => `Warning: ${problem}`))
    say(`${lines.join('\n')}\n`)
    // Now, and not only at its end: the next start loads compiled code even if this process is killed.
    flushCompileCache()
    const keepMemory = releaseMemoryWhenIdle(runtime)

    log.info('process.shutting_down', { reason: await stop })
    keepMemory()
    // Clients with open connections learn from their next answer to go elsewhere, so that none of them is cut off.
    app.drain()
    await runtime.sleep(config.drainMs)
    await app.close({ holdMs, cutAfterMs: config.shutdownTimeoutMs })
    return 0
  } catch (error) {
    log?.close()
    say(`${explain(error)}\n`)
    return 1
  }
}
