import { bookmark } from './bookmark.ts';
import { button } from './button.ts';
import { callToAction } from './call-to-action.ts';
import { divider } from './divider.ts';
import { embed } from './embed.ts';
import { figure } from './figure.ts';
import { paywall } from './paywall.ts';
import type { Place, Shape } from './shape.ts';
import { snippet } from './snippet.ts';
import { survey } from './survey.ts';

const shapes: readonly Shape[] = [
  paywall,
  divider,
  button,
  embed,
  bookmark,
  callToAction,
  figure,
  snippet,
  survey,
];

/** The boxes that contain other blocks, by the classes that other services give them. */
const boxes = {
  callout: ['kg-callout-card', 'callout-block', 'callout'],
  gallery: ['kg-gallery-card', 'image-gallery-embed', 'gallery'],
} as const;
export type BoxName = keyof typeof boxes;

/** An element of another service's HTML. */
export type Looked = {
  isOf: (...classes: string[]) => boolean;
  /** The text or the attribute at this place; empty if there is none. */
  valueAt: (place: Place) => string;
};

/**
 * Returns the source of the card that another service has written as this element; undefined if it is not a card, or lacks a value that the
 * card needs.
 */
export function cardFrom({ isOf, valueAt }: Looked): string | undefined {
  for (const { write, foreign = [] } of shapes)
    for (const { classes, values } of foreign) {
      if (!isOf(...classes)) continue;
      const said = Object.fromEntries(
        Object.entries(values).map(([name, place]) => [name, valueIn(valueAt, place)]),
      );
      const isWhole = Object.keys(values).every(name => said[name] !== '' || values[name]!.may_lack);
      // Such characters before an address are for scripts of the service.
      if (isWhole && !/^[#%]/.test(said.address!)) return write(said);
    }
  return undefined;
}

function valueIn(valueAt: Looked['valueAt'], place: Place): string {
  const found = valueAt(place);
  if (place.key === undefined) return found.replace(/\s+/g, ' ').trim();
  try {
    const value: unknown = JSON.parse(found)[place.key];
    return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  } catch {
    return '';
  }
}

/** Returns the box that another service has written as an element with these classes. */
export function boxFrom({ isOf }: Pick<Looked, 'isOf'>): BoxName | undefined {
  return (Object.keys(boxes) as BoxName[]).find(name => isOf(...boxes[name]));
}
