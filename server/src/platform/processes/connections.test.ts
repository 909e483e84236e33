import { expect, it } from 'vitest'
import { divideConnections } from './connections.ts'

it.each([
  [3, 16, { pool: 10, maxConnections: 60 }],
  [3, 6, { pool: 6, maxConnections: 60 }],
  [5, 16, { pool: 4, maxConnections: 62 }],
  [17, 16, { pool: 4, maxConnections: 182 }],
])(
  'the connections of %i processes that want pools of %i fit into those of PostgreSQL',
  (processes, wanted, divided) => {
    expect(divideConnections(processes, wanted)).toEqual(divided)
  },
)
