// Exports the contract's tables without loading zod, for programs that start often and exit soon.

export { errors, omitUnchanged, toDocsPath, toFailureTexts } from './errors.ts'
export { scopes } from './operation.ts'
export { platformFacts, platforms } from './platforms.ts'
