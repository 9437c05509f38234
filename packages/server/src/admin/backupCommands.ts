import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { makeKeyring } from '../encryption/keyring.ts'
import { requireDecryptableSecrets } from '../linking/rewrap.ts'
import { BackupProblem, replaceDatabase, unpackBackup, writeBackup } from '../store/backup.ts'
import { recordLoss } from '../store/databaseState.ts'
import { lockFolder } from '../store/lock.ts'
import { openStore } from '../store/open.ts'
import { AdminError, loadAdminConfig, print, runtime, withConfiguredStore } from './terminal.ts'

export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('copy the embedded database to a new file; the service may be running')
    .action(async (file: string) => {
      const config = embeddedConfig('pg_dump --format=custom --file=… "$DATABASE_URL"')
      const bytes = await withAdminErrors(() => writeBackup(config.dataDir, file))
      print(`Wrote ${bytes} bytes to ${file}.`)
      print(
        `The backup does not contain the encryption keys. Also store ${keyLocation(config)}, in a different place.`,
      )
    })

  program
    .command('restore <file>')
    .description('replace the embedded database with a backup; stop the service first')
    .action(async (file: string) => {
      const config = embeddedConfig('pg_restore --clean --if-exists --dbname="$DATABASE_URL" …')
      const lock = lockFolder(config.dataDir)
      try {
        const previousDatabase = await withAdminErrors(() => restore(config, file))
        print(
          `Restored ${file}. Changes after this backup are lost. For the next steps, see docs/deploying.md.`,
        )
        if (previousDatabase !== '') print(`The previous database is in ${previousDatabase}`)
      } finally {
        lock.release()
      }
    })

  program
    .command('restored')
    .description(
      'run after pg_restore: for 24 hours, adrail checks whether an object already exists on the platform before creating it',
    )
    .action(() =>
      withConfiguredStore(async (store) => {
        await recordLoss(store, 'restore')
        print(
          'Recorded the restore. For 24 hours, before creating an object for a request with an idempotency key, adrail checks whether the object already exists on the platform.',
        )
      }),
    )
}

/**
 * Restores a backup and returns the location of the previous database. Changes nothing unless the backup is
 * usable.
 */
async function restore({ dataDir, encryptionKeys }: Config, file: string): Promise<string> {
  const unpacked = unpackBackup(file, dataDir)
  try {
    const store = await openStore({ databaseUrl: '', dataDir: unpacked })
    try {
      await requireDecryptableSecrets(store, makeKeyring(encryptionKeys, runtime))
      await recordLoss(store, 'restore')
    } finally {
      await store.close()
    }
    const timestamp = new Date(runtime.now()).toISOString().replaceAll(/[:.]/g, '-')
    return replaceDatabase(dataDir, unpacked, `before-restore-${timestamp}`)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function embeddedConfig(command: string): Config {
  const config = loadAdminConfig()
  if (config.databaseUrl === '') return config
  throw new AdminError(`The data is in PostgreSQL. Use this PostgreSQL command instead: ${command}`)
}

function keyLocation({ dataDir, encryptionKeys: [{ id }] }: Config): string {
  return id === 'local' ? join(dataDir, 'encryption.key') : 'ENCRYPTION_KEYS'
}

async function withAdminErrors<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupProblem ? new AdminError(error.message) : error
  }
}
