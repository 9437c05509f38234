// Runs the connector test suites against varied responses of the sandbox, once per seed: `npm run variation`.

import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '10' }, seed: { type: 'string' } },
})
const count = Number(values.seeds)
if (!Number.isInteger(count) || count < 1) {
  console.error('npm run variation -- [--seeds 10 | --seed <name>] [files]')
  process.exit(2)
}
const seeds =
  values.seed === undefined ? Array.from({ length: count }, (_, index) => `seed-${index + 1}`) : [values.seed]

const failedSeeds = seeds.filter((seed) => {
  console.log(`\nSeed ${seed}`)
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'variation', '--reporter', 'dot', ...positionals],
    {
      stdio: 'inherit',
      env: { ...process.env, VARIATION_SEED: seed },
    },
  )
  return status !== 0
})
console.log(
  failedSeeds.length === 0
    ? `All ${seeds.length} seeds passed.`
    : `Failed: ${failedSeeds.join(', ')}. Run one again with --seed <name>.`,
)
process.exitCode = failedSeeds.length === 0 ? 0 : 1
