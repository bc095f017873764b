import { fileURLToPath } from 'node:url';
import type { Hex } from '../../platform/color.ts';
import { markup } from '../../platform/http/markup.ts';
import { inTurn, mayConvert, type Sharp } from './convert.ts';

/** The contents of the picture that other sites show with a link to a page. */
export type SharePicture = {
  title: string;
  /** A smaller line below the title. */
  line: string;
  /** The logo of the newsletter, as uploaded, or else its name. */
  logo: Uint8Array | undefined;
  name: string;
  typeface: 'serif' | 'sans';
  colors: Record<'paper' | 'ink' | 'soft' | 'accent', Hex>;
};

const [width, height] = [1200, 630]; // the usual size of Open Graph pictures
const margin = 84;
const within = width - 2 * margin;
const longest = 160;

const faces = {
  serif: { name: 'Newsreader Medium', file: 'newsreader/500Medium/Newsreader_500Medium.ttf' },
  sans: { name: 'Inter Bold', file: 'inter/700Bold/Inter_700Bold.ttf' },
  small: { name: 'Inter', file: 'inter/400Regular/Inter_400Regular.ttf' },
} as const;
type Face = keyof typeof faces;

/** Matches texts in the scripts of our fonts: Latin with all its accents, Greek and Cyrillic. Newsreader has only Latin. */
const drawn =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const others = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u{fe0f}|\u{200d}/gu;

/** Whether a picture with this title can be drawn here: with letters that our fonts have, and with the packages that draw it. */
export function isDrawable(title: string): boolean {
  const text = plain(title);
  return /\p{L}/u.test(text) && drawn.test(text) && mayConvert() && fileOf('sans') !== undefined;
}

/** Draws the picture as PNG; undefined if nothing here can draw it. */
export async function drawShare(picture: SharePicture): Promise<Buffer | undefined> {
  const { colors, logo, name, line } = picture;
  return inTurn('reader', async sharp => {
    const title = await drawTitle(sharp, picture);
    const shownLine = drawn.test(plain(line)) ? plain(line) : '';
    const below = shownLine && (await drawText(sharp, 'small', 34, shorten(shownLine, 110), colors.soft));
    const sign =
      (logo && (await drawLogo(sharp, logo))) ??
      (drawn.test(plain(name)) && plain(name)
        ? await drawText(sharp, 'sans', 32, shorten(plain(name), 50), colors.soft)
        : undefined);
    const { info } = title;
    const top = Math.max(
      margin,
      Math.round((height - info.height - (below ? below.info.height + 36 : 0)) / 2.4),
    );
    return sharp({ create: { width, height, channels: 3, background: colors.paper } })
      .composite([
        { input: bar(colors.accent), left: 0, top: 0 },
        { input: title.data, left: margin, top },
        ...(below ? [{ input: below.data, left: margin, top: top + info.height + 36 }] : []),
        ...(sign ? [{ input: sign.data, left: margin, top: height - margin + 20 - sign.info.height }] : []),
      ])
      .png()
      .toBuffer();
  });
}

/** Draws the title as large as it fits into four lines. */
async function drawTitle(sharp: Sharp, { title, typeface, colors }: SharePicture) {
  const text = shorten(plain(title), longest);
  const face =
    typeface === 'serif' && /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)
      ? 'serif'
      : 'sans';
  for (const size of [92, 80, 68, 58]) {
    const made = await drawText(sharp, face, size, text, colors.ink);
    if (made.info.height <= 340) return made;
  }
  return drawText(sharp, face, 48, text, colors.ink);
}

async function drawText(sharp: Sharp, face: Face, size: number, text: string, color: Hex) {
  const { name } = faces[face];
  return sharp({
    text: {
      text: `<span foreground="${color}">${markup`${text}`.html}</span>`,
      font: `${name} ${size}`,
      fontfile: fileOf(face)!,
      width: within,
      dpi: 72, // a point is a pixel
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Draws the logo; undefined if it cannot be decoded. */
async function drawLogo(sharp: Sharp, logo: Uint8Array) {
  try {
    return await sharp(logo, { limitInputPixels: 20_000_000 })
      .resize({ width: 420, height: 72, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
  } catch {
    return undefined;
  }
}

function bar(color: Hex): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="16"><rect width="${width}" height="16" fill="${color}"/></svg>`,
  );
}

function fileOf(face: Face): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${faces[face].file}`));
  } catch {
    return undefined;
  }
}

function plain(text: string): string {
  return text.replace(others, '').replace(/\s+/g, ' ').trim();
}

function shorten(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
