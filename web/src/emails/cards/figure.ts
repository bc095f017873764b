import { figure as shape } from '../../../../src/engines/cards/figure.ts';
import { writeMarked } from '../../../../src/engines/cards/marked-words.ts';
import { words } from '../../words.ts';
import { copyWords } from '../elements/copy-words.ts';
import { element } from '../elements/element.ts';
import { parseHtml } from '../elements/parse-html.ts';
import { widths } from '../elements/widths.ts';
import type { Card } from './card.ts';

const { alt, alt_hint, caption, marked_hint, width, width_hint } = words.editor;

/** A picture with a caption. */
export const figure: Card = {
  ...shape,
  fields: {
    caption: { label: caption, hint: marked_hint, most: '1000', is_marked: true },
    alt: { label: alt, hint: alt_hint },
    width: { label: width, hint: width_hint, most: '4', kind: 'numeric', sizes: widths },
  },
  draw: ({ caption: says = '', alt = '', width = '', address = '' }) => {
    const picture = element('img', { src: address, alt, referrerpolicy: 'no-referrer' });
    if (width) picture.style.width = `${width}px`;
    return [
      element(
        'span',
        { class: 'cm-card-figure' },
        picture,
        element('small', {}, ...(says ? copyWords(parseHtml(writeMarked(says)).body) : [caption])),
      ),
    ];
  },
};
