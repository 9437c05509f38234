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
      're-encrypt all stored secrets with the first key in ENCRYPTION_KEYS, and hash lead hook addresses that are stored in plain text; the service may be running',
    )
    .action(() =>
      withConfiguredStore(async (store) => {
        const keyring = makeKeyring(loadAdminConfig().encryptionKeys, runtime)
        const secretCount = await rewrapSecrets(store, keyring)
        const addressCount = await new HookAddresses(store, makeVault(keyring), runtime).hideAll()
        if (addressCount > 0) print(`Replaced ${addressCount} lead hook addresses with their MACs.`)
        print(`Re-encrypted ${secretCount} secrets. All secrets now use the key "${keyring.ids[0]}".`)
      }),
    )
}
