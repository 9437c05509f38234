// What npm runs before and after it packs a package. In this repository a package's `exports` are its sources; whoever
// installs it gets `dist`. So what `publishConfig` says takes the place of what stands beside it while npm packs.

import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const manifest = 'package.json'
const original = 'package.original.json'
const license = 'LICENSE'

function restore(): void {
  if (existsSync(original)) renameSync(original, manifest)
  rmSync(license, { force: true })
}

async function prepare(): Promise<void> {
  // A pack that was broken off leaves the published form behind.
  restore()
  // Only now: it imports from a package of ours, by the exports that a broken-off pack replaced.
  const { build } = await import('./build.ts')
  await build(process.cwd())
  const {
    publishConfig,
    scripts: _,
    devDependencies: __,
    ...manifestFields
  } = JSON.parse(readFileSync(manifest, 'utf8'))
  copyFileSync(manifest, original)
  writeFileSync(manifest, `${JSON.stringify({ ...manifestFields, ...publishConfig }, undefined, 2)}\n`)
  copyFileSync(fileURLToPath(new URL(`../${license}`, import.meta.url)), license)
}

if (process.argv[2] === 'after') restore()
else await prepare()
