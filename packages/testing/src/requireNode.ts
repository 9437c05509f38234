// Loaded before anything that an old Node cannot load, such as `node:sqlite`.

/** What undici, the HTTP client of adrail, needs. */
const least = [22, 19] as const

/** Throws a sentence that says which Node to install. */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  throw new Error(
    `@adrail/testing needs Node ${least.join('.')} or newer, and this is Node ${version}. Install Node 24: https://nodejs.org/en/download.`,
  )
}
