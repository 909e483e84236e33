import { uploadAvatar } from '#contracts/identity/appearance.ts'
import { uploadBrandImage } from '#contracts/tenant/branding.ts'
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

/** Uploads a picture for the branding. */
export async function uploadPicture(admin: TestClient): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><title>proof</title></svg>']), 'proof.svg')
  const response = await admin.raw(uploadBrandImage.path, { method: 'POST', body: form })
  return ((await response.json()) as { id: string }).id
}
