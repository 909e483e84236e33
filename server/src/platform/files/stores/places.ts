import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import type { Places } from '#server/platform/files/store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

/** The folder of the files, or of uploads under way alone. */
export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files')

/** The stores of the configuration: a bucket where one is named, else the data folder. Where both are known, files of the other one are found too. */
export function placesOf(config: Pick<Config, 'dataDir' | 's3' | 'fileStore'>): Places {
  const folder = folderStore(filesFolder(config))
  if (!config.s3) return { to: folder, from: null }
  const bucket = s3Store(config.s3)
  return config.fileStore === 's3' ? { to: bucket, from: folder } : { to: folder, from: bucket }
}
