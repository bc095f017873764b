import type { CSSProperties } from 'react';
import type { Newsletter } from '../../../../src/client/schema.ts';
import type { Theme, Themes } from '../../accounts/themes.ts';

const corners: Record<string, string> = { square: '0', rounded: '8px', round: '22px' };
const sizes: Record<string, string> = { small: '1rem', large: '1.1875rem' };

type Settings = Pick<
  Newsletter,
  'typeface' | 'heading_typeface' | 'text_size' | 'tint_color' | 'button_color' | 'corners' | 'button_style'
>;

/** Returns the custom properties for the editor's styles. Where the look decides nothing, the dashboard's own apply. */
export function dressOf(
  typefaces: Themes['typefaces'],
  chosen: Pick<Theme, 'look'> | undefined,
  own: Settings,
): CSSProperties {
  const theme = chosen?.look;
  const face = (name: string | undefined) => typefaces.find(one => one.name === name);
  const text = face(own.typeface || theme?.typeface);
  const title = face(own.heading_typeface || own.typeface || theme?.heading_typeface || theme?.typeface);
  const tint = own.tint_color || theme?.tint_color;
  const isOutlined = (own.button_style || theme?.button_style) === 'outlined';
  const button = own.button_color || own.tint_color || theme?.button_color;
  return {
    '--letter-text': text?.family,
    '--letter-title': title?.family,
    '--letter-weight': title?.weight,
    '--letter-size': sizes[own.text_size || theme?.text_size || ''],
    '--letter-accent': tint && readable(tint),
    '--letter-corner': corners[own.corners || theme?.corners || ''],
    '--letter-button': button && readable(button),
    ...(isOutlined && {
      '--letter-button-back': 'transparent',
      '--letter-button-ink': button ? readable(button) : 'var(--ink)',
    }),
  } as CSSProperties;
}

/** Returns the colour, made darker on light paper and lighter on dark paper where it would be unreadable. */
function readable(color: string): string {
  return `light-dark(oklch(from ${color} min(l, 0.53) c h), oklch(from ${color} max(l, 0.74) c h))`;
}
