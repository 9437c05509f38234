// The small door of the contract: its tables, which need no schema, for programs that start often and end soon.

export { docsOf, errors } from './errors.ts'
export { scopes } from './operation.ts'
export { platforms } from './platforms.ts'
