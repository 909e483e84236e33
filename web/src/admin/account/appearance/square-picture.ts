/** Side of the picture that is sent, in pixels; the server stores half of it. */
const SIDE = 512

/**
 * The middle square of a picture, turned upright and small enough to send quickly. A file that the browser cannot read is given back as it is:
 * the server says what is wrong with it.
 */
export async function squarePicture(file: File): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!image) return file
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(SIDE, side)
  const left = (image.width - side) / 2
  const top = (image.height - side) / 2
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
  image.close()
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/png'))
}
