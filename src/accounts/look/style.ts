import { emptyLook, type Look, type Typeface, typefaces } from './fields.ts';
import { type Palette, palettesOf } from './palette.ts';

/** The values that fill style sheets: colors for light and dark screens, and everything that is the same in both. */
export type Style = {
  light: Palette;
  dark: Palette;
  /** Typefaces, sizes, corners and alignment, by the names that style sheets use. */
  plain: Readonly<Record<string, string>>;
};

const corners = { square: ['0px', '0px'], rounded: ['8px', '12px'], round: ['22px', '24px'] } as const;
const widths = { narrow: '36rem', '': '43rem', wide: '56rem' } as const;
const sizes = { small: '16px', '': '17px', large: '19px' } as const;

/** Returns the style of a look whose empty settings are the usual ones. */
export function styleOf(look: Look): Style {
  const text = familyOf(look.typeface, 'sans');
  const heading = familyOf(look.heading_typeface || look.typeface, 'serif');
  const [corner, card_corner] = chosenIn(corners, look.corners, 'rounded');
  return {
    ...palettesOf(look),
    plain: {
      text: text.family,
      heading: heading.family,
      'heading-weight': String(heading.weight),
      mono: typefaces.mono.family,
      size: chosenIn(sizes, look.text_size, ''),
      width: chosenIn(widths, look.page_width, ''),
      corner,
      'card-corner': card_corner,
      title: look.title_alignment === 'center' ? 'center' : 'start',
      'link-back': look.link_style === 'highlighted' ? '0.45em' : '0',
    },
  };
}

/** Returns the value of the table with this name, or the usual one for any other name that the database may hold. */
function chosenIn<Value, Name extends string>(
  table: Readonly<Record<Name, Value>>,
  name: string,
  usual: NoInfer<Name>,
): Value {
  return table[Object.hasOwn(table, name) ? (name as Name) : usual];
}

function familyOf(name: string, usual: Typeface) {
  return chosenIn<{ family: string; weight: number }, Typeface>(typefaces, name, usual);
}

/** Returns the rules that give pages the style: custom properties, by scheme. */
export function customProperties({ light, dark, plain }: Style): string {
  const list = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const dark_rules =
    list(dark) === list(light) ? '' : `@media (prefers-color-scheme:dark){:root{${list(dark)}}}`;
  return `:root{${list({ ...light, ...plain })}}${dark_rules}`;
}

/** The names of the variables that style sheets can use. */
export const styleVariables: readonly string[] = Object.keys(plainAndColors(styleOf(emptyLook)));

function plainAndColors({ light, plain }: Style): Record<string, string> {
  return { ...light, ...plain };
}
