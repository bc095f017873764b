import { figure as shape } from '../../../../src/engines/cards/figure.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { widths } from '../elements/widths.ts';
import type { Card } from './card.ts';

const { alt, alt_hint, caption, width, width_hint } = words.editor;

/** A picture with words below it. */
export const figure: Card = {
  ...shape,
  fields: {
    caption: { label: caption, most: '1000' },
    alt: { label: alt, hint: alt_hint },
    width: { label: width, hint: width_hint, most: '4', kind: 'numeric', sizes: widths },
  },
  draw: ({ caption: says = '', alt = '', width = '', address = '' }) => {
    const picture = element('img', { src: address, alt, referrerpolicy: 'no-referrer' });
    if (width) picture.style.width = `${width}px`;
    return [element('span', { class: 'cm-card-figure' }, picture, element('small', {}, says || caption))];
  },
};
