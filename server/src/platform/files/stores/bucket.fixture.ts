import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'

/** An S3 server on this machine with the bucket `files`; its key and secret are S3RVER. It checks the key, not the signature. */
export async function startBucket(directory: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const bucket = { name: 'files', configs: [] }
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [bucket] })
  const { port } = (await server.run()) as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
