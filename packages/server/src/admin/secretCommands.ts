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
      'seal all stored secrets under the first of ENCRYPTION_KEYS, while the service runs; hide addresses of lead hooks that are stored in clear',
    )
    .action(() =>
      withConfiguredStore(async (store) => {
        const keyring = makeKeyring(loadAdminConfig().encryptionKeys, runtime)
        const secretCount = await rewrapSecrets(store, keyring)
        const addressCount = await new HookAddresses(store, makeVault(keyring), runtime).hideAll()
        if (addressCount > 0) print(`Replaced ${addressCount} addresses of lead hooks by MACs of them.`)
        print(`Sealed ${secretCount} secrets anew. All of them are under the key "${keyring.ids[0]}" now.`)
      }),
    )
}
