import { createECDH } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'

/** The keys by which this installation identifies itself to push services (VAPID), in base64url. */
export type PushKey = { publicKey: string; privateKey: string }

/**
 * The installation's key for push services. It derives from the master key, so that all nodes have the same without storing it; under
 * another master key browsers subscribe anew.
 */
export function pushKeyOf({ masterKey }: Pick<Platform, 'masterKey'>): PushKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(deriveKey(masterKey, 'web push'))
  return { publicKey: curve.getPublicKey('base64url'), privateKey: curve.getPrivateKey('base64url') }
}
