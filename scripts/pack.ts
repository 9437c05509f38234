// Runs before and after npm packs a package. In this repository, a package's `exports` refer to its sources,
// but an installed package needs `dist`. `publishConfig` therefore replaces these fields while npm packs.

import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const manifest = 'package.json'
const originalManifest = 'package.original.json'
const license = 'LICENSE'

function restore(): void {
  if (existsSync(originalManifest)) renameSync(originalManifest, manifest)
  rmSync(license, { force: true })
}

async function prepare(): Promise<void> {
  // An interrupted pack leaves the published form of the manifest behind.
  restore()
  // Imported after the restore, because it imports a package of this repository by the exports of the
  // manifest.
  const { build } = await import('./build.ts')
  await build(process.cwd())
  const {
    publishConfig,
    scripts: _,
    devDependencies: __,
    ...manifestFields
  } = JSON.parse(readFileSync(manifest, 'utf8'))
  copyFileSync(manifest, originalManifest)
  writeFileSync(manifest, `${JSON.stringify({ ...manifestFields, ...publishConfig }, undefined, 2)}\n`)
  copyFileSync(fileURLToPath(new URL(`../${license}`, import.meta.url)), license)
}

if (process.argv[2] === 'after') restore()
else await prepare()
