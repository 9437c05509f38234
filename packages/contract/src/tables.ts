// The small door of the contract: its tables, which need no schema, for programs that start often and end soon.

export { errors } from './errors.ts'
export { scopes } from './operation.ts'
