// Builds the image of a Dockerfile without Docker: every stage is a separate scratch root in which its steps
// run. This module supports the instructions and flags of the adrail Dockerfile and fails on others.

import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { type RunOptions, repository, ScratchRoot } from './scratchRoot.ts'

export interface Image {
  readonly root: ScratchRoot
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  /** The options with which a container runs on a read-only root. */
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

  /** Returns the path on the machine for a path in an instruction. */
  hostPath(path: string): string {
    return join(this.root.folder, path.startsWith('/') ? path : join(this.workdir, path))
  }
}

/** The programs that the base image `node:24-bookworm-slim` contains. */
const base = { node: 'exec /srv/node/node "$@"' }

export async function buildImage(dockerfile: string): Promise<Image> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [name, argument] of parseInstructions(readFileSync(dockerfile, 'utf8'))) {
    if (name === 'ARG') continue
    if (name === 'FROM') {
      const [baseName = '', , stageName = 'last'] = argument.split(' ')
      stage = await beginStage(stages.get(baseName))
      stages.set(stageName, stage)
      continue
    }
    if (stage === undefined) throw new Error(`${name} stands before the first FROM.`)
    await runInstruction(stage, name, argument, stages)
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

async function beginStage(baseStage: Stage | undefined): Promise<Stage> {
  const stage = new Stage(await ScratchRoot.create(base))
  if (baseStage === undefined) return stage
  // Only files that the base stage created below its folder are copied.
  copyTree(baseStage.hostPath('.'), join(stage.root.folder, baseStage.workdir))
  return Object.assign(stage, { workdir: baseStage.workdir, env: { ...baseStage.env }, user: baseStage.user })
}

async function runInstruction(
  stage: Stage,
  name: string,
  argument: string,
  stages: ReadonlyMap<string, Stage>,
): Promise<void> {
  const { root } = stage
  switch (name) {
    case 'WORKDIR':
      stage.workdir = argument
      mkdirSync(stage.hostPath('.'), { recursive: true })
      return
    case 'COPY':
      return copy(stage, argument.split(' '), stages)
    case 'RUN': {
      // The secret is the npm configuration of the machine, which the root has no copy of.
      const command = argument.replace(/^--mount=type=secret,\S+ +/, '')
      const { env, workdir: cwd, user } = stage
      await root.run(['sh', '-c', command], { online: true, cwd, env, ...(user ? { user } : {}) })
      return
    }
    case 'USER': {
      const [user = '', group = user] = argument.split(':')
      stage.user = [user, group]
      return
    }
    case 'ENV':
      for (const [, key = '', value = ''] of argument.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
      return
    case 'VOLUME':
      stage.volumes.push(argument)
      return
    case 'EXPOSE':
      return
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(argument.slice(argument.indexOf('CMD') + 3))
      return
    case 'CMD':
      stage.command = JSON.parse(argument)
      return
    default:
      throw new Error(`The test does not know the instruction ${name}.`)
  }
}

function copy(stage: Stage, args: readonly string[], stages: ReadonlyMap<string, Stage>): void {
  const fromStage = args.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const [target = '', ...sources] = args.filter((word) => !word.startsWith('--')).toReversed()
  const isFolder = sources.length > 1 || target.endsWith('/')
  for (const source of sources) {
    const sourcePath =
      fromStage === undefined ? join(repository, source) : stages.get(fromStage)?.hostPath(source)
    if (sourcePath === undefined) throw new Error(`There is no stage ${fromStage}.`)
    const isFile = statSync(sourcePath).isFile()
    const destination = join(stage.hostPath(target), isFile && isFolder ? basename(source) : '')
    mkdirSync(isFile ? dirname(destination) : destination, { recursive: true })
    if (fromStage === undefined) cpSync(sourcePath, destination, { recursive: true, filter: isInContext })
    else copyTree(sourcePath, destination)
  }
}

function copyTree(source: string, destination: string): void {
  mkdirSync(destination, { recursive: true })
  // Relative links in `node_modules` stay as they are.
  cpSync(source, destination, { recursive: true, verbatimSymlinks: true })
}

/** Returns the name and text of each instruction, with continued lines joined. */
function parseInstructions(text: string): (readonly [name: string, argument: string])[] {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  return [...lines.matchAll(/^(\w+)\s+(.*)$/gm)].map(([, name = '', argument = '']) => [name, argument])
}

const ignoreRules = readFileSync(join(repository, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isIncluded: line.startsWith('!'), pattern: toRegExp(line.replace(/^!/, '')) }))

/** The last matching line of `.dockerignore` decides. */
function isInContext(path: string): boolean {
  const name = relative(repository, path)
  return ignoreRules.findLast(({ pattern }) => pattern.test(name))?.isIncluded ?? true
}

/** A pattern matches a path and everything below it. */
function toRegExp(line: string): RegExp {
  const text = line
    .replace(/[.+]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${text}(?:/|$)`)
}
