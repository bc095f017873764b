import type { Here } from '../../accounts/newsletters.ts';
import type { Look } from './look-fields.ts';

const mostColors = 8;
const side = 48;
const patienceMilliseconds = 8000;

/** Returns the pictures of a look, the logo first. */
export function picturesOf({ logo, icon, header_image, image }: Look): string[] {
  return [...new Set([logo, icon, header_image, image])].filter(address => /^https?:/i.test(address));
}

/** Queries the colours of these pictures; none of a picture that its site does not let pages read. */
export const pictureColorsQuery = ({ newsletter }: Here, pictures: string[]) => ({
  queryKey: ['newsletter', newsletter.id, 'colors', pictures],
  queryFn: async () => {
    const found = await Promise.all(pictures.map(address => colorsOf(address).catch(() => [])));
    return distinct(found.flat()).slice(0, mostColors);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the colours that fill most of a picture, vivid ones before grey ones. */
async function colorsOf(address: string): Promise<string[]> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('too slow')), patienceMilliseconds),
  );
  await Promise.race([image.decode(), late]);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0, side, side);
  return mainColors(context.getImageData(0, 0, side, side).data);
}

type Heap = { red: number; green: number; blue: number; count: number };

/** Returns the main colours of pixels in red, green, blue and alpha, as #rrggbb: the averages of similar ones. */
export function mainColors(pixels: ArrayLike<number>): string[] {
  const heaps = new Map<number, Heap>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if (pixels[at + 3]! < 128) continue;
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    const place = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const heap = heaps.get(place) ?? { red: 0, green: 0, blue: 0, count: 0 };
    heap.red += red;
    heap.green += green;
    heap.blue += blue;
    heap.count += 1;
    heaps.set(place, heap);
  }
  const weighed = [...heaps.values()]
    .map(({ red, green, blue, count }) => {
      const color = [red, green, blue].map(sum => Math.round(sum / count));
      const vividness = (Math.max(...color) - Math.min(...color)) / 255;
      return { color, weight: count * (0.15 + vividness) };
    })
    .toSorted((one, other) => other.weight - one.weight);
  return distinct(weighed.map(({ color }) => hexOf(color)));
}

/** Returns the colours that look different from every one before them. */
function distinct(colors: string[]): string[] {
  const kept: string[] = [];
  for (const color of colors) if (kept.every(other => distance(color, other) > 48)) kept.push(color);
  return kept;
}

function distance(one: string, other: string): number {
  const [a, b] = [channelsOf(one), channelsOf(other)];
  return Math.hypot(...a.map((channel, at) => channel - b[at]!));
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
}

function hexOf(channels: number[]): string {
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
}
