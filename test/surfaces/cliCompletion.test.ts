// Tests completion with the requests that shells send. bash itself runs the generated script.

import { describe, expect, test } from 'vitest'
import { useCommandLine } from './commandLine.ts'

const { run, shell } = useCommandLine()

/** Returns the suggestions of bash for a partial command line. */
async function completeInBash(...words: readonly string[]): Promise<string[]> {
  const typed = ['adrail', ...words].map((word) => `'${word}'`).join(' ')
  const { stdout } = await shell(`eval "$(adrail completion bash)"
    COMP_WORDS=(${typed}); COMP_CWORD=${words.length}
    _adrail; printf '%s\\n' "\${COMPREPLY[@]}"`)
  return stdout.split('\n').filter((line) => line !== '')
}

describe('bash completion', () => {
  test('suggests groups and commands', async () => {
    expect(await completeInBash('s')).toEqual(['social', 'search'])
    expect(await completeInBash('')).toEqual(expect.arrayContaining(['auth', 'profile', 'mcp', 'help']))
  })

  test('suggests operations of a group', async () => {
    expect(await completeInBash('social', 'get_ad')).toEqual([
      'get_ad_account_media',
      'get_ad_sets',
      'get_ads',
    ])
  })

  test('suggests flags of an operation, also for an empty word', async () => {
    expect(await completeInBash('social', 'get_campaigns', '--p')).toEqual(['--pagination', '--profile'])
    expect(await completeInBash('social', 'get_campaigns', '')).toContain('--user-id')
    expect(await completeInBash('social', 'get_campaigns', '--user-id', 'x', '--st')).toEqual(['--status'])
  })

  test('suggests only the preferred names of flags', async () => {
    expect(await completeInBash('lead', 'list_leads', '--lead')).toEqual(['--lead-form-id'])
    expect(await completeInBash('lead', 'list_leads', '--form')).toEqual([])
  })

  test('suggests the values of flags and commands with a fixed list of values', async () => {
    expect(await completeInBash('social', 'get_campaigns', '--status', '')).toEqual([
      'ACTIVE',
      'PAUSED',
      'DELETED',
    ])
    expect(await completeInBash('social', 'get_campaigns', '-o', 'j')).toEqual(['json', 'jsonl'])
    expect(await completeInBash('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('suggests nothing for a flag with free text and after an unknown group', async () => {
    expect(await completeInBash('social', 'get_campaigns', '--user-id', '')).toEqual([])
    expect(await completeInBash('nothing', 'x')).toEqual([])
  })
})

test('adrail completion prints a script for bash, zsh and fish, and refuses another shell', async () => {
  for (const name of ['bash', 'zsh', 'fish'])
    expect((await run(['completion', name])).stdout).toContain('adrail __complete -- ')
  expect(await run(['completion', 'tcsh'])).toMatchObject({ exit: 2, stdout: '' })
})
