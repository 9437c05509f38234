// Creates one SQLite file with the current schema. Every test that starts a service on SQLite copies the
// file.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteTemplate } from '@adrail/server/testing/databases'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the file to copy. No test opens the file itself. */
    sqliteTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'adrail-sqlite-'))
  project.provide('sqliteTemplate', await createSqliteTemplate(folder))
  return () => rmSync(folder, { recursive: true, force: true })
}
