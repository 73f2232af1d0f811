/** What a logo may be. */
export const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const MOST_BYTES = 10 * 1024 * 1024

/** What is wrong with a file that is to be a logo, in a sentence; "" when nothing is. */
export async function faultOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) return 'The picture is larger than 10 MB; choose a smaller one'
  if (!TYPES.includes(file.type)) return NOT_ONE
  try {
    ;(await createImageBitmap(file)).close()
    return ''
  } catch {
    return NOT_ONE
  }
}

const NOT_ONE = 'This file is not a picture that can be read; choose a PNG, JPEG, GIF or WebP file'
