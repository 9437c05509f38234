// Runs an example against the service that `npm start` started: `npm run example -- nightly-report`.

import { existsSync, readFileSync } from 'node:fs'

const [name = ''] = process.argv.slice(2)
const program = new URL(`${name}/main.ts`, import.meta.url)
const demo = new URL('../data/demo.json', import.meta.url)

if (!/^[a-z-]+$/.test(name) || !existsSync(program)) fail('Name an example: see examples/README.md.')
if (process.env['ADRAIL_KEY'] === undefined) {
  if (!existsSync(demo)) fail('Start the service first (npm start), or set ADRAIL_URL and ADRAIL_KEY.')
  const { url, apiKey, sandbox } = JSON.parse(readFileSync(demo, 'utf8'))
  Object.assign(process.env, { ADRAIL_URL: url, ADRAIL_KEY: apiKey })
  // A service with a shared sandbox does not write its address to the file.
  if (sandbox) process.env['SANDBOX_URL'] = sandbox.url
}
await import(program.href).catch((error: unknown) => {
  const [, missingPackage] =
    /^Cannot find package '([^']+)'/.exec(error instanceof Error ? error.message : '') ?? []
  if (missingPackage === undefined) throw error
  fail(
    `This example needs ${missingPackage}, which \`npm start\` does not install. Run \`npm install\` once.`,
  )
})

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
