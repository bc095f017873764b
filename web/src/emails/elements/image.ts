import { figure } from '../../../../src/engines/cards/figure.ts';
import { quote } from '../../../../src/engines/cards/shape.ts';

/** A picture as it is written: its address, its description, and its width in pixels if it has one. */
export type Image = { src: string; alt: string; width: string };

const pictures = /!\[(?:[^\]\\]|\\.)*\]\((?:[^()]|\([^()]*\))*\)|<img\b[^>]*>/g;

/** Returns the pictures in a line, with their places in it. */
export function picturesIn(line: string): { from: number; to: number; written: string }[] {
  return Array.from(line.matchAll(pictures), ({ 0: written, index }) => ({
    from: index,
    to: index + written.length,
    written,
  }));
}

/** Reads a picture that is written as Markdown or as HTML; undefined for anything else. */
export function imageIn(written: string): Image | undefined {
  const markdown = /^!\[((?:[^\]\\]|\\.)*)\]\(<?([^\s>)]+(?:\([^\s)]*\)[^\s>)]*)*)>?(?:\s+["'(].*)?\)$/s.exec(
    written,
  );
  if (markdown) return { src: markdown[2]!, alt: markdown[1]!.replace(/\\(.)/g, '$1'), width: '' };
  if (!/^<img\b[^>]*>$/i.test(written)) return undefined;
  const read = (name: string) => {
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(written);
    return decode(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
  };
  return { src: read('src'), alt: read('alt'), width: read('width') };
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", amp: '&' };

function decode(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|apos|amp);/g, (_, name: string) => entities[name]!);
}

/** Returns the picture with another description and width, otherwise written as before. Markdown has no widths. */
export function changeImage(written: string, { alt, width }: Pick<Image, 'alt' | 'width'>): string {
  const image = imageIn(written);
  if (!image) return written;
  const isMarkdown = written.startsWith('!');
  const described = alt.replace(/([[\]\\])/g, '\\$1');
  if (isMarkdown && width === '') return written.replace(/^!\[(?:[^\]\\]|\\.)*\]/, () => `![${described}]`);
  if (isMarkdown) return `<img src="${quote(image.src)}" alt="${quote(alt)}" width="${quote(width)}">`;
  const rest = written.replace(/\s(?:src|alt|width)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi, '');
  if (width === '' && /^<img\s*\/?>$/i.test(rest)) return `![${described}](${image.src})`;
  return setAttribute(setAttribute(written, 'alt', alt), 'width', width);
}

function setAttribute(tag: string, name: string, value: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+)`, 'i');
  const written = value === '' && name === 'width' ? '' : ` ${name}="${quote(value)}"`;
  if (found.test(tag)) return tag.replace(found, () => written);
  return tag.replace(/\s*\/?>$/, end => written + end);
}

/** Returns the picture with a caption, as a separate block. */
export function captionImage(written: string, caption: string): string {
  const { src, alt, width } = imageIn(written) ?? { src: '', alt: '', width: '' };
  return figure.write({ address: src, alt, width, caption });
}
