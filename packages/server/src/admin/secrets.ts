import type { Command } from 'commander'
import { makeKeyring } from '../base/keyring.ts'
import { rewrapSecrets } from '../linking/rewrap.ts'
import { ownConfig, print, runtime, withStore } from './terminal.ts'

export function addSecretCommands(program: Command): void {
  program
    .command('rewrap')
    .description('seal all stored secrets under the first of ENCRYPTION_KEYS, while the service runs')
    .action(() =>
      withStore(async (store) => {
        const keyring = makeKeyring(ownConfig().encryptionKeys, runtime)
        const rewrapped = await rewrapSecrets(store, keyring)
        print(`Sealed ${rewrapped} secrets anew. All of them are under the key "${keyring.ids[0]}" now.`)
      }),
    )
}
