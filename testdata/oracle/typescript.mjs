// The typescript package that the oracle asks: the folder given as first argument, else the one
// that testdata/npm pins.
import { createRequire } from 'node:module'
import * as path from 'node:path'

const pinned = path.join(import.meta.dirname, '../npm/node_modules/typescript')

export const ts = /** @type {typeof import('typescript')} */ (
  createRequire(import.meta.url)(path.resolve(process.argv[2] ?? pinned))
)
