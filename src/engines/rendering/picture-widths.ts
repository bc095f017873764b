import { fileIdIn, type Pictures } from '../../emails/files/file.ts';
import { mailedAddress } from '../../emails/files/shapes.ts';

/** The content width for layouts that do not set one. */
const usualWidth = 600;

/** Returns the width of a layout's content in pixels: the last `max-width` of `.content` in its rules. */
export function contentWidth(css: string): number {
  const found = [...css.matchAll(/(?:^|[},])\.content\{[^}]*?\bmax-width: ?(\d+)px/g)].at(-1)?.[1];
  return found === undefined ? usualWidth : Number(found);
}

/**
 * Gives pictures a width, because Outlook for Windows ignores `max-width` and would show a photo of 1,600 pixels at that width. It is the
 * width of the file, as far as `pictures` knows it, or the one that the author wrote, and at most `widest`. Sizes that the author gives in
 * other ways, such as a share or a height, stay.
 */
export function sizePictures(html: string, widest: number, pictures: Pictures): string {
  return html.replace(/<img(?= )(?:"[^"]*"|[^">])*>/g, given => {
    const src = attribute(given, 'src') ?? '';
    const tag = given.replace(` src="${src}"`, () => ` src="${mailedAddress(src, pictures)}"`);
    const written = attribute(tag, 'width');
    const style = attribute(tag, 'style') ?? '';
    if (/(?<![-\w])(?:width|height):/.test(style)) return tag;
    const most = Math.min(widest, Number(/max-width:\s*(\d+)px/.exec(style)?.[1] ?? widest));
    if (written !== undefined) {
      if (!/^\d+(?:px)?$/.test(written) || Number.parseInt(written, 10) <= most) return tag;
      return tag.replace(/ height="[^"]*"/, '').replace(/ width="[^"]*"/, ` width="${most}"`);
    }
    const known = pictures[fileIdIn(src) ?? '']?.width;
    if (!known || attribute(tag, 'height') !== undefined) return tag;
    return tag.replace(/\s*\/?>$/, end => ` width="${Math.min(known, most)}"${end}`);
  });
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}
