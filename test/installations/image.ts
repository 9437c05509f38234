// Builds the image of a Dockerfile as far as a test can do it without Docker: every stage is a root of its own in which its
// steps run. It knows the instructions and flags that our Dockerfile uses, and fails on others.

import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { type RunOptions, repository, ScratchRoot } from './scratchRoot.ts'

export interface Image {
  readonly root: ScratchRoot
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  /** How a container runs on a root that is read-only. */
  readonly options: RunOptions
}

class Stage {
  readonly root: ScratchRoot
  workdir = '/'
  user: readonly [string, string] | undefined
  env: Record<string, string> = {}
  volumes: string[] = []
  command: string[] = []
  healthCheck: string[] = []

  constructor(root: ScratchRoot) {
    this.root = root
  }

  /** Where a path of an instruction is, on the machine. */
  place(path: string): string {
    return join(this.root.folder, path.startsWith('/') ? path : join(this.workdir, path))
  }
}

/** The base of the image: what `node:24-bookworm-slim` brings. */
const base = { node: 'exec /srv/node/node "$@"' }

export async function buildImage(dockerfile: string): Promise<Image> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [name, rest] of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    if (name === 'ARG') continue
    if (name === 'FROM') {
      const [from = '', , as = 'last'] = rest.split(' ')
      stage = await begin(stages.get(from))
      stages.set(as, stage)
      continue
    }
    if (stage === undefined) throw new Error(`${name} stands before the first FROM.`)
    await carryOut(stage, name, rest, stages)
  }
  if (stage === undefined) throw new Error('The Dockerfile has no stage.')
  const { root, command, healthCheck, workdir, env, user, volumes } = stage
  return {
    root,
    command,
    healthCheck,
    options: { cwd: workdir, env, ...(user ? { user } : {}), writable: volumes },
  }
}

async function begin(from: Stage | undefined): Promise<Stage> {
  const stage = new Stage(await ScratchRoot.create(base))
  if (from === undefined) return stage
  // Only what a stage makes below its folder is taken on.
  copyTree(from.place('.'), join(stage.root.folder, from.workdir))
  return Object.assign(stage, { workdir: from.workdir, env: { ...from.env }, user: from.user })
}

async function carryOut(
  stage: Stage,
  name: string,
  rest: string,
  stages: ReadonlyMap<string, Stage>,
): Promise<void> {
  const { root } = stage
  switch (name) {
    case 'WORKDIR':
      stage.workdir = rest
      mkdirSync(stage.place('.'), { recursive: true })
      return
    case 'COPY':
      return copy(stage, rest.split(' '), stages)
    case 'RUN': {
      // The secret is the machine's own configuration of npm, which the root has no copy of.
      const command = rest.replace(/^--mount=type=secret,\S+ +/, '')
      const { env, workdir: cwd, user } = stage
      await root.run(['sh', '-c', command], { online: true, cwd, env, ...(user ? { user } : {}) })
      return
    }
    case 'USER': {
      const [user = '', group = user] = rest.split(':')
      stage.user = [user, group]
      return
    }
    case 'ENV':
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
      return
    case 'VOLUME':
      stage.volumes.push(rest)
      return
    case 'EXPOSE':
      return
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3))
      return
    case 'CMD':
      stage.command = JSON.parse(rest)
      return
    default:
      throw new Error(`The test does not know the instruction ${name}.`)
  }
}

function copy(stage: Stage, words: readonly string[], stages: ReadonlyMap<string, Stage>): void {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const [target = '', ...sources] = words.filter((word) => !word.startsWith('--')).toReversed()
  const isFolder = sources.length > 1 || target.endsWith('/')
  for (const source of sources) {
    const place = from === undefined ? join(repository, source) : stages.get(from)?.place(source)
    if (place === undefined) throw new Error(`There is no stage ${from}.`)
    const isFile = statSync(place).isFile()
    const goal = join(stage.place(target), isFile && isFolder ? basename(source) : '')
    mkdirSync(isFile ? dirname(goal) : goal, { recursive: true })
    if (from === undefined) cpSync(place, goal, { recursive: true, filter: isInContext })
    else copyTree(place, goal)
  }
}

function copyTree(source: string, goal: string): void {
  mkdirSync(goal, { recursive: true })
  // As it is: `node_modules` holds links that name their targets by relative paths.
  cpSync(source, goal, { recursive: true, verbatimSymlinks: true })
}

/** Name and text of each instruction, with continued lines joined. */
function instructionsOf(text: string): (readonly [name: string, rest: string])[] {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  return [...lines.matchAll(/^(\w+)\s+(.*)$/gm)].map(([, name = '', rest = '']) => [name, rest])
}

const ignored = readFileSync(join(repository, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ keeps: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))

/** The last line of `.dockerignore` that matches a path decides. */
function isInContext(path: string): boolean {
  const name = relative(repository, path)
  return ignored.findLast(({ pattern }) => pattern.test(name))?.keeps ?? true
}

/** A pattern matches a path, and everything below it. */
function patternOf(line: string): RegExp {
  const text = line
    .replace(/[.+]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${text}(?:/|$)`)
}
