// Reads the source of this repository from the disk.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSource, type Source } from './readSource.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const packageNames: readonly string[] = readdirSync(join(root, 'packages')).sort()

/** Returns every source file, including tests, sorted by its path from the root. */
export function readSources(): Source[] {
  const folders = ['test', 'bench', 'scripts', ...packageNames.map((name) => `packages/${name}`)]
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !/\/(node_modules|dist)\//.test(path))
    .sort()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

export function readGlossary(): string {
  return readFileSync(join(root, 'docs/glossary.md'), 'utf8')
}

/** The names under which code may import the packages of this workspace. */
export const entryPoints: ReadonlySet<string> = new Set(
  packageNames.flatMap((folder) => {
    // Every package of this workspace uses the long form of `exports`.
    const { name, exports = {} } = JSON.parse(
      readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
    ) as { name: string; exports?: Record<string, unknown> }
    return Object.keys(exports).map((entryPoint) => posix.join(name, entryPoint))
  }),
)
