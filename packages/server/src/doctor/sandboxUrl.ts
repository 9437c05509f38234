import type { Config } from '../config/config.ts'

/** The sandbox of the running service, unless another one is named. */
export function sandboxUrlOf({ sandboxUrl, sandboxPort }: Config): string {
  return sandboxUrl || `http://127.0.0.1:${sandboxPort}`
}
