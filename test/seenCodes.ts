// Compares the error codes that operations raise over the whole suite with the codes that the contract
// declares, in both directions.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  commonErrors,
  declarationOf,
  type ErrorCode,
  type OperationName,
  operationNames,
} from '@adrail/contract'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file into which tests write `operation CODE` for each raised error. */
    seenCodes: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'adrail-codes-'))
  const file = join(folder, 'seen')
  writeFileSync(file, '')
  project.provide('seenCodes', file)
  return async () => {
    const seenCodes = parseSeenCodes(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
    const problems = [
      ...findUndeclaredCodes(seenCodes),
      ...((await isFullRun(project)) ? findUnseenCodes(seenCodes) : []),
    ]
    if (problems.length > 0) throw new Error(`Declared and raised codes differ:\n${problems.join('\n')}`)
  }
}

type SeenCodes = ReadonlyMap<string, ReadonlySet<string>>

function parseSeenCodes(text: string): SeenCodes {
  const pairs = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
  return new Map(
    [...Map.groupBy(pairs, ([operation = '']) => operation)].map(([operation, entries]) => [
      operation,
      new Set(entries.map(([, code = '']) => code)),
    ]),
  )
}

/**
 * Returns whether every test file ran without a filter. On PostgreSQL the suite skips some folders, so that
 * run never counts.
 */
async function isFullRun(project: TestProject): Promise<boolean> {
  if (project.name !== 'sqlite') return false
  const { testFiles } = await project.globTestFiles()
  const ranFiles = project.vitest.state.getFiles().filter(({ projectName }) => projectName === project.name)
  const isFiltered = project.vitest.config.testNamePattern !== undefined
  return !isFiltered && ranFiles.length >= testFiles.length
}

function findUndeclaredCodes(seenCodes: SeenCodes): string[] {
  return operationNames.flatMap((name) => {
    const declared = new Set<string>([...commonErrors, ...declarationOf(name).errors])
    return [...(seenCodes.get(name) ?? [])]
      .filter((code) => !declared.has(code))
      .map((code) => `${name} raised ${code}, which it does not declare.`)
  })
}

/**
 * One operation can prove a code that all operations of its kind declare. Every other code needs the
 * operation itself.
 */
function findUnseenCodes(seenCodes: SeenCodes): string[] {
  return operationNames.flatMap((name) =>
    declarationOf(name)
      .errors.filter(
        (code) => !listWitnesses(name, code).some((witness) => seenCodes.get(witness)?.has(code)),
      )
      .map((code) => `${name} declares ${code}, which no test saw.`),
  )
}

/** The pipeline, the journal or the connector kit raises these codes in one place for all operations. */
const sharedErrorCodes: readonly ErrorCode[] = [
  'INVALID_CURSOR',
  'TARGET_BUSY',
  'CONCURRENT_CHANGE',
  'UPSTREAM_TIMEOUT',
  'ACCOUNT_SUSPENDED',
  'SPEND_LIMIT_EXCEEDED',
  'SPEND_FROZEN',
  'APPROVAL_REQUIRED',
  'APPROVAL_REJECTED',
  'APPROVAL_EXPIRED',
]

function listWitnesses(name: OperationName, code: ErrorCode): readonly OperationName[] {
  if (sharedErrorCodes.includes(code)) return operationNames.filter((other) => declares(other, code))
  const { platform, effect } = declarationOf(name)
  const [group] = name.split('/')
  const kinds = [
    operationNames.filter((other) => other.startsWith(`${group}/`)),
    operationNames.filter((other) => declarationOf(other).platform === platform),
    // `campaign/pause_campaigns` pauses campaigns through separate writes, which raise the codes of their
    // platforms.
    operationNames.filter(
      (other) => declarationOf(other).effect === effect && other !== 'campaign/pause_campaigns',
    ),
  ]
  return kinds.find((kind) => kind.every((other) => declares(other, code))) ?? [name]
}

function declares(name: OperationName, code: ErrorCode): boolean {
  return declarationOf(name).errors.includes(code)
}
