import { defineConfig } from 'vitest/config'
import { type Database, type Proof, proofs } from './test/chaos/proofs.ts'

/** The suites of the connectors, which also run against varied responses of the sandbox (docs/sandbox.md). */
const connectorSuites = [
  'packages/server/src/platforms/{social,search,pro}/**/*.test.ts',
  'packages/server/src/operations/{auth,campaign,lead,pro,report,search,social}/**/*.test.ts',
  'packages/server/src/operations/*.test.ts',
  'packages/server/src/{hooks,leads,linking,mirror,reporting}/**/*.test.ts',
  // The vendors' own clients.
  'packages/sandbox/test/{googleAds,linkedinClient,metaSdk}.test.ts',
]
const { VARIATION_SEED: variationSeed = 'suite' } = process.env

/** Packages, systemd unit and image, built and installed as others install them: `npm run test:installations`. */
const installations = 'test/installations/**/*.test.ts'

/** Behavior as recorded, byte for byte: `npm run test:baseline`. */
const baseline = 'test/baseline/*.test.ts'

const onBothDatabases = process.env['BOTH_DATABASES'] === 'on'

/**
 * Tests of protocols and arithmetic run on one database: what their code stores is tested by the modules below it, which
 * run on both. The operations of the platforms store nothing but what the journal does for them, and neither does the doctor
 * when it reads a platform. With `BOTH_DATABASES=on` everything but pages runs on both, which takes some ten minutes longer.
 */
const onOneDatabase = [
  'packages/server/src/{approve,base,config,demo,http,mcp,platforms,reporting}/**',
  'packages/server/src/doctor/{drift,liveCheck}/**',
  'packages/server/src/operations/{social,search,pro}/**',
  'packages/server/src/operations/{foreignIds,money,runDays,scopesMissing,unknownShapes}.test.ts',
  'packages/server/src/process/serve.test.ts',
  'packages/server/src/connect/languages.test.ts',
]

/** What is made ready for tests on either database. */
const everywhere = ['test/seenCodes.ts', 'test/consoleBuild.ts', 'test/bundledPrograms.ts']
const temporaryFolders = 'test/temporaryFolders.ts'

/** Pages in Chromium: `npm run test:pages`. */
const pages = '{packages,test}/**/*.browser.test.ts'

/** The proofs of reliability that start processes: `npm run test:proofs`. */
const chaos = 'test/chaos/**/*.test.ts'

/** The proofs run on the databases that their table says, in CI mostly on one of them. */
const notProvenOn = (database: Database) => {
  const files = proofs.map(({ file }) => file).filter((file) => file.startsWith('test/chaos/'))
  const placesOf = ({ databases, suiteDatabases = databases.slice(0, 1) }: Proof) =>
    onBothDatabases ? databases : suiteDatabases
  const proven = proofs.filter((proof) => placesOf(proof).includes(database)).map(({ file }) => file)
  return files.filter((file) => !proven.includes(file))
}

const onSqlite = {
  provide: { databaseUrl: '' },
  globalSetup: [temporaryFolders, 'test/sqlite.ts', ...everywhere],
  setupFiles: 'test/eachFile.ts',
}
const onPostgres = {
  globalSetup: [temporaryFolders, 'test/postgres.ts', ...everywhere],
  setupFiles: 'test/eachFile.ts',
}

// No isolation between files: nothing of ours keeps state in a module, and loading the code once per file would cost more
// than the tests themselves. One worker process more than the usual two cores, since some tests wait for a lease or a page.
export default defineConfig({
  test: {
    isolate: false,
    maxWorkers: 3,
    // What is waited for is an event, never a time. One patience for all, long enough for a machine that others keep busy:
    // it ends what would hang for ever, and says nothing about how fast anything is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    provide: { variationSeed: '' },
    projects: [
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      // The rooms and their order: it reads files, starts nothing, and is part of `npm run check`.
      { extends: true, test: { name: 'boundaries', include: ['test/boundaries.test.ts'] } },
      { extends: true, test: { name: 'cli', include: ['packages/cli/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'sandbox',
          include: ['packages/sandbox/src/**/*.test.ts', 'packages/sandbox/test/**/*.test.ts'],
          exclude: [pages],
          globalSetup: temporaryFolders,
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['packages/server/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/boundaries.test.ts', installations, baseline, chaos, pages],
          ...onSqlite,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['packages/server/src/**/*.test.ts'],
          exclude: [pages, ...(onBothDatabases ? [] : onOneDatabase)],
          ...onPostgres,
        },
      },
      // `npm test` leaves out the rest, which `.ci/run` runs.
      { extends: true, test: { name: 'pages', include: [pages], ...onSqlite } },
      {
        extends: true,
        test: {
          name: 'sqlite-proofs',
          include: [chaos],
          exclude: notProvenOn('sqlite'),
          ...onSqlite,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres-proofs',
          include: [chaos],
          exclude: notProvenOn('postgres'),
          ...onPostgres,
        },
      },
      { extends: true, test: { name: 'baseline', include: [baseline], globalSetup: temporaryFolders } },
      {
        extends: true,
        test: {
          name: 'installations',
          include: [installations],
          provide: { databaseUrl: '' },
          globalSetup: [temporaryFolders, 'test/consoleBuild.ts'],
          setupFiles: 'test/eachFile.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'variation',
          include: connectorSuites,
          provide: { databaseUrl: '', variationSeed },
          globalSetup: [temporaryFolders, 'test/sqlite.ts', ...everywhere],
          setupFiles: 'test/eachFile.ts',
        },
      },
    ],
  },
})
