// The entry point of tests, benchmarks and global setups that need databases without the service.

export { addSteadyClock } from './databaseClock.ts'
export {
  createDatabase,
  createSqliteTemplate,
  createTemplate,
  growDatabase,
  listRowKeys,
  setReadOnly,
} from './databases.ts'
export { measureStoreTimes } from './storeTimes.ts'
