import type { Config } from '../config/config.ts'

/** Defaults to the sandbox of the running service. */
export function resolveSandboxUrl({ sandboxUrl, sandboxPort }: Config): string {
  return sandboxUrl || `http://127.0.0.1:${sandboxPort}`
}
