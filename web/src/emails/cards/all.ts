import { quote, type Values } from '../../../../src/engines/cards/shape.ts';
import { bookmark } from './bookmark.ts';
import { button } from './button.ts';
import { callToAction } from './call-to-action.ts';
import { callout, markedCallout } from './callout.ts';
import type { Card } from './card.ts';
import { divider } from './divider.ts';
import { embed } from './embed.ts';
import { figure } from './figure.ts';
import { gallery } from './gallery.ts';
import { paywall } from './paywall.ts';
import { snippet } from './snippet.ts';
import { survey } from './survey.ts';

/** Every card. A new card needs a shape, a form here, a name among the words, and a line in this list. */
export const cards: readonly Card[] = [
  paywall,
  divider,
  button,
  embed,
  bookmark,
  callToAction,
  figure,
  snippet,
  survey,
  callout,
  markedCallout,
  gallery,
];

/** Returns the card that is written in this way, and its values. */
export function cardOf(written: string): { card: Card; values: Values } | undefined {
  for (const card of cards) {
    const values = card.read(written);
    if (values) return { card, values };
  }
  return undefined;
}

/** Writes the card with other values. A card that was written in another way than ours keeps that way as far as possible. */
export function rewrite(card: Card, written: string, next: Values): string {
  const said = card.read(written) ?? {};
  const whole = { ...said, ...next };
  const [name = '', ...others] = Object.keys(whole).filter(one => said[one] !== whole[one]);
  const was = quote(said[name] ?? '');
  if (
    was === '' ||
    whole[name] === '' ||
    others.length > 0 ||
    written.split(was).length !== 2 ||
    card.write(said) === written
  )
    return card.write(whole);
  const kept = written.replace(was, () => quote(whole[name]!));
  return card.read(kept)?.[name] === whole[name] ? kept : card.write(whole);
}
