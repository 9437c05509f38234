// A SQLite file whose schema is up to date, made once and copied by every test that starts a service on it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteTemplate } from '@adrail/server/testing/databases'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A file to copy; nobody opens it. */
    sqliteTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'adrail-sqlite-'))
  project.provide('sqliteTemplate', await createSqliteTemplate(folder))
  return () => rmSync(folder, { recursive: true, force: true })
}
