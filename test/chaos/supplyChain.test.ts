// T30: the service consists of few packages, each pinned by its hash, and no package runs code when it is
// installed.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newFolder } from '@adrail/server/testing/folders'
import { expect, test } from 'vitest'
import { isLong, proofTimeoutMs, reportProof } from './proofRun.ts'

const root = join(import.meta.dirname, '../..')

/** The format of the lock file: https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json. */
interface Locked {
  readonly link?: boolean
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

/** Returns the path where a package resolves another one: in its own folder or in a parent folder. */
function resolvePackage(from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in lock.packages || folder === '.') return place
  }
}

/** Returns the path of every third-party package that the service loads. */
function runtimePackages(): string[] {
  const seen = new Set<string>()
  const visit = (place: string): void => {
    const { dependencies = {}, link, resolved = '' } = lock.packages[place] ?? {}
    if (link === true) visit(resolved)
    for (const next of Object.keys(dependencies).map((name) => resolvePackage(place, name)))
      if (!seen.has(next)) {
        seen.add(next)
        visit(next)
      }
  }
  visit('packages/server')
  return [...seen].filter((place) => lock.packages[place]?.link !== true)
}

const licences = /^\(?(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|0BSD)( OR CC0-1\.0)?\)?$/
/** Matches secrets that someone committed by mistake. */
const secrets =
  /-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{36}\b|\bnpm_\w{36}\b|\bxox[abp]-\w{10}/g
/**
 * The sandbox signs the identities that it creates with a public test key. The list contains the current and
 * the former path.
 */
const allowedSecrets = ['data/media', 'assets'].map((folder) => `packages/sandbox/${folder}/identity-key.pem`)

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 })

test(
  'the service consists of few packages with known licenses and pinned hashes, and none runs code at installation',
  async () => {
    const runtime = runtimePackages()
    const of = (place: string): Locked => lock.packages[place] ?? {}
    const direct = Object.keys(lock.packages['packages/server']?.dependencies ?? {})
    const direct3rd = direct.filter((name) => !name.startsWith('@adrail/'))
    expect(direct3rd.length).toBeLessThanOrEqual(15)
    expect(runtime.length).toBeLessThanOrEqual(60)
    const installScripts = runtime.filter((place) => of(place).hasInstallScript === true)
    expect(installScripts).toEqual([])
    expect(runtime.filter((place) => !licences.test(of(place).license ?? ''))).toEqual([])
    const others = Object.entries(lock.packages).filter(
      ([place, { link }]) => place.includes('node_modules/') && link !== true,
    )
    expect(
      others.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([place]) => place),
    ).toEqual([])
    expect(others.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([])

    const leaked = git('ls-files')
      .split('\n')
      .filter((path) => path !== '' && !allowedSecrets.includes(path))
      .filter((path) => readFileSync(join(root, path), 'latin1').search(secrets) >= 0)
    expect(leaked).toEqual([])
    const figures = {
      direct: direct3rd.length,
      runtime: runtime.length,
      installScripts: installScripts.length,
      secretsFound: leaked.length,
    }
    reportProof('T30', isLong ? { ...figures, ...runLongChecks() } : figures)
  },
  proofTimeoutMs,
)

/** Installs twice and searches all commits. */
function runLongChecks(): Record<string, number | string> {
  const trees = [install(), install()]
  expect(trees[0]).toBe(trees[1])
  const added = git(
    'log',
    '-p',
    '--unified=0',
    '--no-color',
    '--',
    '.',
    ...allowedSecrets.map((path) => `:!${path}`),
  )
  const found = (added.match(secrets) ?? []).length
  expect(found).toBe(0)
  return { commits: Number(git('rev-list', '--count', 'HEAD')), tree: trees[0]?.slice(0, 12) ?? '' }
}

/** Returns one hash over every file of an installation. */
function install(): string {
  const folder = newFolder('adrail-install-', 'disk')
  for (const path of git('ls-files', '*package.json', 'package-lock.json', '.npmrc').split('\n'))
    if (path !== '') cpSync(join(root, path), join(folder, path))
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
  const files = execFileSync('find', ['node_modules', '-type', 'f', '!', '-name', '.package-lock.json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  const hash = createHash('sha256')
  for (const file of files.trim().split('\n').sort())
    hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}
