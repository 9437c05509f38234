// Creates the project of a user, with packages of this repository installed as they would be published.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newFolder } from '@adrail/server/testing/folders'
import { afterAll } from 'vitest'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export interface PackedPackage {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

export interface PackedProject {
  readonly project: string
  readonly packedPackages: readonly PackedPackage[]
}

/** The Node that runs this test comes first on the PATH, before other versions on the machine. */
export const env = environmentForNode(process.execPath)

/** Returns the environment of programs that run on the given Node. */
export function environmentForNode(node: string): NodeJS.ProcessEnv {
  // These variables would make a program detect that a test runs it.
  const { VITEST: _, NODE_ENV: __, ...inherited } = process.env
  return { ...inherited, PATH: [dirname(node), process.env['PATH']].join(delimiter) }
}

/** Packs the packages and installs them together with other packages from the registry. */
export async function packProject(
  names: readonly string[],
  dependencies: readonly string[] = [],
): Promise<PackedProject> {
  const folder = newFolder('adrail-publish-', 'disk')
  const repository = join(folder, 'repository')
  await copyRepository(repository, names)
  const workspaces = names.flatMap((name) => ['--workspace', join('packages', name)])
  const packArgs = ['pack', '--json', '--loglevel=error', '--pack-destination', folder, ...workspaces]
  const { stdout } = await run('npm', packArgs, { cwd: repository, env, maxBuffer: 16 * 1024 * 1024 })
  // npm prints one entry of this shape for each package.
  const packedPackages = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as PackedPackage[]

  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const dependencySpecs = dependencies.map((name) =>
    name in devDependencies ? `${name}@${devDependencies[name]}` : name,
  )
  const installArgs = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const files = packedPackages.map(({ filename }) => join(folder, filename))
  await run('npm', [...installArgs, ...files, ...dependencySpecs], { cwd: project, env })
  return { project, packedPackages }
}

/** Removes the folder in which the installed programs keep compiled code. */
export function removeCompiledCode(): void {
  afterAll(() => rm(join(tmpdir(), 'node-compile-cache'), { recursive: true, force: true }))
}

const skippedFolders = new Set(['node_modules', 'dist'])

/** Copies the repository for building and packing, so that files that other tests import do not change. */
async function copyRepository(target: string, names: readonly string[]): Promise<void> {
  const rootEntries = ['package.json', 'tsconfig.json', 'LICENSE', 'scripts', 'docs']
  for (const entry of [...rootEntries, ...names.map((name) => join('packages', name))])
    await cp(join(root, entry), join(target, entry), {
      recursive: true,
      filter: (source) =>
        !source
          .slice(root.length)
          .split(sep)
          .some((name) => skippedFolders.has(name)),
    })
  // The build only reads these folders, such as the built console.
  for (const entry of ['node_modules', 'packages/console', 'packages/client'])
    if (!existsSync(join(target, entry))) await symlink(join(root, entry), join(target, entry))
}
