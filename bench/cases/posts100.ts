import { postsCase } from './posts.ts'

/** Four pages' worth in one answer: what a post costs, more than what a request costs. */
export const { operationCase, platform } = postsCase(100, [
  { measure: 'CPU / proxy-map', max: 1.3, connections: 1 },
  { measure: 'CPU / proxy-map', max: 1.45, connections: 16 },
])
