import { openPlaces } from '../../platform/places.ts';
import { type Shape, shapes } from './shapes.ts';

/** A converted picture. */
export type Converted = { bytes: Buffer; content_type: string };

/** The most pixels of an upload. Cameras make more than anybody is shown, and larger uploads are made smaller. */
const mostPixels = 20_000_000;
/** The most pixels of a picture to convert: as many as `picture.ts` accepts. */
const limitInputPixels = 50 * 2 ** 20;

/**
 * Converts one picture at a time for readers, and one for authors, who do not wait for readers: a large one takes 200 MB. The work is done
 * on one of Node's other threads.
 */
const places = openPlaces(() => 1);
type Line = 'reader' | 'author';
/** The longest conversion. After that, a picture is left as it is. */
const longestSeconds = 60;

export type Sharp = typeof import('sharp').default;

let loading: Promise<Sharp | undefined> | undefined;

/** Finds the optional package that converts pictures; undefined if it is not installed, or not for this machine. */
function findSharp(): Promise<Sharp | undefined> {
  loading ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.concurrency(1);
      sharp.cache(false);
      return sharp;
    },
    () => undefined,
  );
  return loading;
}

let isInstalled: boolean | undefined;

/** Whether the package is installed, which is known without loading it. Only `canConvert` tells whether it works on this machine. */
export function mayConvert(): boolean {
  if (isInstalled === undefined)
    try {
      import.meta.resolve('sharp');
      isInstalled = true;
    } catch {
      isInstalled = false;
    }
  return isInstalled;
}

/** Whether this installation can convert pictures. */
export async function canConvert(): Promise<boolean> {
  return (await findSharp()) !== undefined;
}

/**
 * Returns the picture in this shape, upright and without metadata. Undefined if it stays as it is: it is an animation, it cannot be
 * decoded, or nothing here can convert it. If a format of animations is unknown to many mail programs, mails show its first frame.
 */
export async function convertPicture(bytes: Buffer, shape: Shape): Promise<Converted | undefined> {
  return inTurn('reader', async sharp => {
    const { width, for: use } = shapes[shape];
    const picture = open(sharp, bytes);
    const { format, pages = 1, hasAlpha } = await picture.metadata();
    const isAnimated = pages > 1 || isAnimatedPng(bytes);
    if (format === 'gif' || (isAnimated && (use === 'pages' || format === 'png'))) return undefined;
    const sized = picture.autoOrient().resize({ width, withoutEnlargement: true });
    if (use === 'pages')
      return { bytes: await sized.webp({ quality: 80 }).toBuffer(), content_type: 'image/webp' };
    if (hasAlpha || format === 'png') {
      const bytes = await sized.png().toBuffer();
      // Many pictures have a format with transparency but are not transparent.
      const isPhoto = format !== 'png' && (await sharp(bytes).stats()).isOpaque;
      return isPhoto ? asJpeg(sharp(bytes)) : { bytes, content_type: 'image/png' };
    }
    return asJpeg(sized);
  });
}

async function asJpeg(picture: ReturnType<Sharp>): Promise<Converted> {
  return { bytes: await picture.jpeg({ quality: 82 }).toBuffer(), content_type: 'image/jpeg' };
}

/** Turns an uploaded picture upright, and reduces it to 20 megapixels at most. Returns the same bytes if nothing changes. */
export async function arrangePicture(bytes: Buffer, content_type: string): Promise<Buffer> {
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(content_type)) return bytes;
  const arranged = await inTurn('author', async sharp => {
    const picture = open(sharp, bytes);
    const { width, height, orientation = 1, pages = 1 } = await picture.metadata();
    const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)));
    if (pages > 1 || isAnimatedPng(bytes) || (orientation === 1 && scale === 1)) return undefined;
    const longest = Math.floor(Math.max(width, height) * scale);
    const sized = picture
      .autoOrient()
      .keepIccProfile()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
    if (content_type === 'image/jpeg') return sized.jpeg({ quality: 90 }).toBuffer();
    return content_type === 'image/png' ? sized.png().toBuffer() : sized.webp({ quality: 90 }).toBuffer();
  });
  return arranged ?? bytes;
}

/** Whether the PNG is an animation: the chunk that makes it one stands before its pixels, where it belongs. */
function isAnimatedPng(bytes: Buffer): boolean {
  const at = bytes.subarray(0, 64_000).indexOf('acTL');
  return bytes[0] === 0x89 && at !== -1 && at < bytes.indexOf('IDAT');
}

function open(sharp: Sharp, bytes: Buffer) {
  return sharp(bytes, { limitInputPixels }).timeout({ seconds: longestSeconds });
}

/**
 * Works on one picture of a line at a time. A picture that cannot be decoded stays as it is, because programs that show pictures are more
 * lenient.
 */
export async function inTurn<Made>(
  line: Line,
  work: (sharp: Sharp) => Promise<Made | undefined>,
): Promise<Made | undefined> {
  const sharp = await findSharp();
  if (!sharp) return undefined;
  const leave = await places(line);
  try {
    return await work(sharp);
  } catch {
    return undefined;
  } finally {
    leave?.();
  }
}
