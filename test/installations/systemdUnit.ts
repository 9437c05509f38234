// Emulates what systemd does with an adrail unit: directories, environment, user, a read-only system, and the
// command itself. The system call filter and the user namespace are not emulated.

import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScratchRoot } from './scratchRoot.ts'

/** Starts a unit that was copied to `/etc/systemd/system`, such as `adrail@1`. */
export async function startUnit(root: ScratchRoot, name: string): Promise<ChildProcess> {
  const [template = '', instance = ''] = name.split('@')
  const text = readFileSync(join(root.folder, 'etc/systemd/system', `${template}@.service`), 'utf8')
  const settings = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, key = '', value = '']) => [key, value.replaceAll('%i', instance)] as const,
  )
  const listValues = (key: string) =>
    settings.filter(([settingKey]) => settingKey === key).map(([, value]) => value)
  const getFirstValue = (key: string) => listValues(key)[0] ?? ''

  const user = getFirstValue('User')
  const directories = [
    [`/var/lib/${getFirstValue('StateDirectory')}`, getFirstValue('StateDirectoryMode')],
    [`/var/cache/${getFirstValue('CacheDirectory')}`, '0755'],
  ] as const
  for (const [directory, mode] of directories)
    await root.run(['install', '-d', '-m', mode, '-o', user, '-g', user, directory])
  const files = listValues('EnvironmentFile').flatMap((file) => readLines(root, file))
  const env = Object.fromEntries([...listValues('Environment'), ...files].map(parseAssignment))
  const command = [
    'sh',
    '-c',
    `umask ${getFirstValue('UMask')}; exec "$@"`,
    'sh',
    ...getFirstValue('ExecStart').split(' '),
  ]
  if (getFirstValue('ProtectSystem') !== 'strict')
    throw new Error('The test starts units with ProtectSystem=strict.')
  return root.start(command, {
    cwd: getFirstValue('WorkingDirectory'),
    env: { ...env, HOME: '/var/lib/adrail' },
    user: [user, user],
    writable: directories.map(([directory]) => directory),
  })
}

/** A file with a leading `-` may be missing. */
function readLines(root: ScratchRoot, file: string): string[] {
  try {
    const text = readFileSync(join(root.folder, file.replace(/^-/, '')), 'utf8')
    return text.split('\n').filter((line) => /^\w/.test(line))
  } catch (error) {
    if (file.startsWith('-')) return []
    throw error
  }
}

function parseAssignment(line: string): readonly [name: string, value: string] {
  const equalsIndex = line.indexOf('=')
  return [line.slice(0, equalsIndex), line.slice(equalsIndex + 1)]
}

/** Returns the problems that systemd itself finds in the unit, or an empty string without systemd. */
export function findUnitProblems(file: string): string {
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  // The program is not installed at this path on the machine.
  return error ? '' : stderr.replace(/^.*Command \/opt\/adrail\/current\/.* is not executable.*\n/gm, '')
}
