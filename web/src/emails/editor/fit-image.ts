// A photo straight from a camera is several times larger than any mail or page shows it.

/** A picture to upload, and what was changed to make it smaller. */
export type Fitted = {
  file: File;
  scaled?: { width: number; height: number; before: number; after: number };
};

const longestSide = 2400;
/** In bytes. Scaling a smaller file saves nothing that readers notice. */
const small = 300_000;
const quality = 0.86;
/**
 * The types that can be scaled. Vector graphics have no size of their own, scaling would stop animations, and browsers do not write AVIF.
 */
const scalable = ['image/jpeg', 'image/png', 'image/webp'];

let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the picture with a longest side of at most 2,400 pixels, rotated as the camera says. Returns the file itself if it is small
 * enough, animated or unreadable here. It scales one picture at a time, because each needs much memory for a moment.
 */
export function fitImage(file: File): Promise<Fitted> {
  const fitted = last.then(() => scale(file)).catch(() => ({ file }));
  last = fitted;
  return fitted;
}

async function scale(file: File): Promise<Fitted> {
  if (file.size < small || !scalable.includes(file.type) || (await isAnimated(file))) return { file };
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const share = longestSide / Math.max(bitmap.width, bitmap.height);
    if (share >= 1) return { file };
    const [width, height] = [Math.round(bitmap.width * share), Math.round(bitmap.height * share)];
    const blob = await draw(bitmap, width, height, file.type);
    // A browser that cannot write this type writes another one.
    if (blob?.type !== file.type || blob.size >= file.size) return { file };
    const { name, type } = file;
    const scaled = { width, height, before: file.size, after: blob.size };
    return { file: new File([blob], name, { type }), scaled };
  } finally {
    bitmap.close();
  }
}

function draw(bitmap: ImageBitmap, width: number, height: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise(resolve => canvas.toBlob(resolve, type, quality));
}

/** Returns true if a WebP or PNG file holds more than one picture. WebP says so at its beginning, PNG before the first picture. */
async function isAnimated(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  if (file.type === 'image/webp') return text.startsWith('VP8X', 12) && (bytes[20]! & 2) !== 0;
  return file.type === 'image/png' && text.slice(0, text.indexOf('IDAT')).includes('acTL');
}
