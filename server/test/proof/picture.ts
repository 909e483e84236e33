import { uploadAvatar } from '#contracts/identity/appearance.ts'
import type { TestClient } from '#test/client.ts'

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads the picture of a member. */
export async function uploadOwnPicture(who: TestClient): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([PNG]), 'proof.png')
  const response = await who.raw(uploadAvatar.path, { method: 'PUT', body: form })
  if (response.status !== 200) throw new Error(`picture: ${await response.text()}`)
}
