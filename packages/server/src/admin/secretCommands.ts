import type { Command } from 'commander'
import { makeKeyring } from '../encryption/keyring.ts'
import { HookAddresses } from '../linking/hookAddresses.ts'
import { rewrapSecrets } from '../linking/rewrap.ts'
import { makeVault } from '../linking/vault.ts'
import { loadAdminConfig, print, runtime, withConfiguredStore } from './terminal.ts'

export function addSecretCommands(program: Command): void {
  program
    .command('rewrap')
    .description(
      're-encrypt all stored secrets with the first of ENCRYPTION_KEYS, and hash addresses of lead hooks in plain text; the service can run',
    )
    .action(() =>
      withConfiguredStore(async (store) => {
        const keyring = makeKeyring(loadAdminConfig().encryptionKeys, runtime)
        const secretCount = await rewrapSecrets(store, keyring)
        const addressCount = await new HookAddresses(store, makeVault(keyring), runtime).hideAll()
        if (addressCount > 0) print(`Replaced ${addressCount} addresses of lead hooks with their MACs.`)
        print(`Re-encrypted ${secretCount} secrets. All secrets now use the key "${keyring.ids[0]}".`)
      }),
    )
}
