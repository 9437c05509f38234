// This module loads before all modules that an old Node cannot load, such as `node:sqlite`.

/** The minimum Node version of undici, the HTTP client of adrail. */
const minNodeVersion = [22, 19] as const

/** Throws an error that names the Node version to install. */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > minNodeVersion[0] || (major === minNodeVersion[0] && minor >= minNodeVersion[1])) return
  throw new Error(
    `@adrail/testing needs Node ${minNodeVersion.join('.')} or newer, not Node ${version}. Install Node 24: https://nodejs.org/en/download.`,
  )
}
