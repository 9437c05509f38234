import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { InvalidBrandError, parseBrand, parseBrandLogo } from '../linking/brand.ts'
import { contrastRatio, textColorOn } from '../runtime/color.ts'
import { type BrandRow, changeBrand, findBrand } from '../store/brands.ts'
import { AdminError, changeWithAudit, print, withWorkspaceStore } from './terminal.ts'

interface BrandOptions {
  readonly name?: string
  readonly logo?: string
  readonly colour?: string
  readonly privacy?: string
  readonly support?: string
}

export function addBrandCommand(workspace: Command): void {
  workspace
    .command('brand <workspaceId>')
    .description(
      "show or set the brand on a workspace's link pages; an empty value removes that part of the brand",
    )
    .option('--name <text>', 'brand name that your users know')
    .option('--logo <file>', 'PNG or JPEG file of at most 200 kB')
    .option('--colour <colour>', 'color of the buttons, such as #1f6f50')
    .option('--privacy <url>', 'https URL of your privacy policy')
    .option('--support <url>', 'https or mailto URL for support')
    .action((workspaceId: string, options: BrandOptions) =>
      withWorkspaceStore(workspaceId, async (store) => {
        const change = parseBrandChange(options)
        const { logo: _bytes, ...after } = change
        if (Object.keys(change).length > 0)
          await changeWithAudit(store, async (transaction, record) => {
            await changeBrand(transaction, workspaceId, change)
            await record({ workspaceId, event: 'workspace.branded', subject: workspaceId, after })
          })
        printBrand(workspaceId, await findBrand(store.db, workspaceId))
      }),
    )
}

function parseBrandChange({ name, logo, colour, privacy, support }: BrandOptions) {
  try {
    return {
      ...parseBrand({ name, colour, privacyUrl: privacy, supportUrl: support }),
      ...(logo === undefined ? {} : logo === '' ? noLogo : parseBrandLogo(readLogo(logo))),
    }
  } catch (error) {
    throw error instanceof InvalidBrandError ? new AdminError(error.message) : error
  }
}

const noLogo = { logo: '', logo_type: '', logo_hash: '' }

function readLogo(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new AdminError(`adrail cannot read the logo: ${(error as Error).message}`)
  }
}

function printBrand(workspaceId: string, brand: BrandRow | undefined): void {
  const { name = '', colour = '', privacy_url = '', support_url = '', logo_type = '' } = brand ?? {}
  const none = 'none'
  print(`Brand on the link pages for ${workspaceId}:`)
  print(`name     ${name || 'the name of the workspace'}`)
  print(`logo     ${logo_type || none}`)
  print(`colour   ${colour === '' ? none : `${colour}, with ${describeTextColor(colour)}`}`)
  print(`privacy  ${privacy_url || none}`)
  print(`support  ${support_url || none}`)
}

function describeTextColor(colour: string): string {
  const textColor = textColorOn(colour)
  return `${textColor === '#000000' ? 'black' : 'white'} text on it (contrast ${contrastRatio(textColor, colour).toFixed(1)}:1)`
}
