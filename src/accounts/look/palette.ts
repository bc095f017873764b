import { contrastOf, type Hex, leastContrast, luminanceOf, mix, readableOn } from '../../platform/color.ts';
import type { Look } from './fields.ts';

/** The colors of pages and mails in one scheme, by the names that style sheets use. */
export type Palette = Record<
  | 'paper'
  | 'card'
  | 'wash'
  | 'ink'
  | 'soft'
  | 'edge'
  | 'line'
  | 'accent'
  | 'link'
  | 'act'
  | 'on-act'
  | 'button-back'
  | 'button-ink'
  | 'bar'
  | 'on-bar'
  | 'bad'
  | 'code-word'
  | 'code-name'
  | 'code-value'
  | 'code-added'
  | 'code-removed',
  Hex
>;

type Colors = Pick<
  Look,
  | 'background_color'
  | 'text_color'
  | 'tint_color'
  | 'button_color'
  | 'announcement_bar_background_color'
  | 'button_style'
  | 'link_style'
>;

// Mail programs that invert colors themselves turn pure white and black into the harshest pairs there are.
const white = '#fffefc';
const black = '#0d0c0b';
const darkest = 0.18; // the luminance below which a background counts as dark

const fixed = {
  light: {
    bad: '#a4262c',
    'code-word': '#a3265b',
    'code-name': '#1f5f8b',
    'code-value': '#22712f',
    'code-added': '#dcefdc',
    'code-removed': '#f7dede',
  },
  dark: {
    bad: '#ff9a9a',
    'code-word': '#ff93bd',
    'code-name': '#8cc4ea',
    'code-value': '#8fd694',
    'code-added': '#23412a',
    'code-removed': '#55292b',
  },
} as const;

/**
 * Returns the colors for light and dark screens. All text has a contrast of at least 4.5 with every background it can stand on. A dark
 * background makes both schemes dark.
 */
export function palettesOf(look: Colors): { light: Palette; dark: Palette } {
  const colors = {
    ...look,
    background_color: hexOf(look.background_color),
    text_color: hexOf(look.text_color),
    tint_color: hexOf(look.tint_color),
    button_color: hexOf(look.button_color),
    announcement_bar_background_color: hexOf(look.announcement_bar_background_color),
  };
  const paper = soften(colors.background_color || '#fcfbf8');
  const isDark = luminanceOf(paper) < darkest;
  const dark = darkPalette(colors, isDark ? paper : mix(paper, '#000000', 0.92));
  return { light: isDark ? dark : lightPalette(colors, paper), dark };
}

function lightPalette(colors: Colors, paper: Hex): Palette {
  const text = soften(colors.text_color || '#231d17');
  return paletteOf(colors, 'light', {
    paper,
    card: mix(paper, white, 0.65),
    wash: mix(paper, text, 0.045),
    text,
    toward: '#000000',
  });
}

function darkPalette(colors: Colors, paper: Hex): Palette {
  const given = colors.text_color && contrastOf(colors.text_color, paper) >= leastContrast;
  const text = given
    ? soften(colors.text_color)
    : mix(soften(colors.background_color || '#fcfbf8'), '#8a8782', 0.14);
  const light = luminanceOf(text) > 0.4 ? text : '#ece9e4';
  const isMiddle = luminanceOf(paper) > 0.1;
  return paletteOf(colors, 'dark', {
    paper,
    // A background in the middle would become too light for white text.
    card: isMiddle ? mix(paper, '#000000', 0.08) : mix(paper, light, 0.035),
    wash: isMiddle ? mix(paper, '#000000', 0.15) : mix(paper, light, 0.065),
    text: light,
    toward: '#ffffff',
  });
}

type Ground = Record<'paper' | 'card' | 'wash' | 'text', Hex> & { toward: '#000000' | '#ffffff' };

function paletteOf(
  colors: Colors,
  scheme: 'light' | 'dark',
  { paper, card, wash, text, toward }: Ground,
): Palette {
  const grounds = [paper, card, wash].sort((a, b) => luminanceOf(a) - luminanceOf(b));
  const worst = toward === '#000000' ? grounds[0]! : grounds.at(-1)!;
  const read = (color: Hex) => readableOn(worst, color, toward);
  const ink = read(text);
  const accent = read(colors.tint_color || '#b93d24');
  const act = colors.button_color ? soften(colors.button_color) : colors.tint_color ? accent : ink;
  const button = pairOf(act);
  const bar = pairOf(soften(colors.announcement_bar_background_color || act));
  const isOutlined = colors.button_style === 'outlined';
  return {
    ...fixed[scheme],
    paper,
    card,
    wash,
    ink,
    soft: read(mix(ink, paper, 0.28)),
    edge: mix(paper, ink, 0.13),
    line: mix(paper, ink, 0.5),
    accent,
    link: colors.link_style === 'underlined' || colors.link_style === 'highlighted' ? ink : accent,
    act: button.back,
    'on-act': button.ink,
    'button-back': isOutlined ? card : button.back,
    'button-ink': isOutlined ? read(button.back) : button.ink,
    bar: bar.back,
    'on-bar': bar.ink,
  };
}

/** Returns a background with the text that is most readable on it, moved until it is readable. */
function pairOf(color: Hex): { back: Hex; ink: Hex } {
  const isLight = contrastOf(color, black) > contrastOf(color, white);
  const ink = isLight ? '#141210' : white;
  return { back: readableOn(ink, color, isLight ? '#ffffff' : '#000000'), ink };
}

function soften(color: Hex): Hex {
  if (color === '#ffffff') return '#fffffe';
  return color === '#000000' ? '#0b0b0b' : color;
}

/** Returns the text if it is a color, and an empty text for anything else that the database may hold. */
function hexOf(color: string): Hex {
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : '';
}
