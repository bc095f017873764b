import { contrastOf, type Hex, leastContrast } from '../../platform/color.ts';
import { readColor } from './color-values.ts';

/** Approximately the color behind text on dark screens; themes differ little. */
const darkPaper = '#1d1b19';
/** The two inks of style sheets for text on an author's own ground. */
const inks = { 'on-light': '#141210', 'on-dark': '#fffefc' } as const;

const tag = /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/g;
const endless = new Set('br img hr col wbr area input'.split(' '));

/**
 * Adds classes to sanitised HTML that make an author's own colors readable on dark screens as well. Style sheets act on the classes:
 * `own-ground` is an element with a background of its own; `on-light` and `on-dark` are such elements without a text color; `dark-ink` is
 * text that could not be read on a dark page, which gets the usual color there. Other own text colors become important, so that no rule for
 * dark screens changes half of a pair.
 */
export function settleColors(html: string): string {
  if (!/(?:color|background)[:=]/.test(html)) return html;
  const open: { name: string; has_ground: boolean }[] = [];
  return html.replace(tag, (whole, slash: string, name: string, attributes: string) => {
    if (slash === '/') {
      while (open.length > 0 && open.pop()!.name !== name);
      return whole;
    }
    const has_ground = open.at(-1)?.has_ground === true;
    const { ground, ink } = colorsOf(name, attributes);
    if (!endless.has(name)) open.push({ name, has_ground: has_ground || ground !== undefined });
    const classes = [
      ...(ground ? ['own-ground'] : []),
      ...(ground && !ink ? [inkOn(ground)] : []),
      ...(ink && !ground && !has_ground && contrastOf(ink, darkPaper) < leastContrast ? ['dark-ink'] : []),
    ];
    const kept = ink && !classes.includes('dark-ink') ? insist(attributes) : attributes;
    return classes.length === 0 && kept === attributes ? whole : `<${name}${addClasses(kept, classes)}>`;
  });
}

const declaration = (property: string) => new RegExp(`(?:^|;)\\s*${property}:\\s*([^;!]+)`);
const color = declaration('color');
const background = declaration('background(?:-color)?');

function colorsOf(name: string, attributes: string): { ground: Hex | undefined; ink: Hex | undefined } {
  const style = / style="([^"]*)"/.exec(attributes)?.[1] ?? '';
  const given = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)?.[1];
  return {
    ground: readColor(background.exec(style)?.[1] ?? given('bgcolor')),
    ink: readColor(color.exec(style)?.[1] ?? (name === 'font' ? given('color') : undefined)),
  };
}

function inkOn(ground: Hex): keyof typeof inks {
  return contrastOf(inks['on-light'], ground) >= contrastOf(inks['on-dark'], ground) ? 'on-light' : 'on-dark';
}

/** Writes important values twice, because Outlook for Windows drops those with `!important`. */
function insist(attributes: string): string {
  return attributes.replace(
    /( style="(?:[^"]*;)?\s*color:\s*)([^;"!]+)(?![^;"]*!)/,
    '$1$2;color:$2!important',
  );
}

function addClasses(attributes: string, classes: string[]): string {
  if (classes.length === 0) return attributes;
  const added = classes.join(' ');
  return / class="/.test(attributes)
    ? attributes.replace(/ class="([^"]*)"/, (_, given: string) => ` class="${`${given} ${added}`.trim()}"`)
    : ` class="${added}"${attributes}`;
}
