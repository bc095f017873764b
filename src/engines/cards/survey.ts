import type { Shape } from './shape.ts';

/** A question that readers answer. */
export const survey: Shape<'survey'> = {
  name: 'survey',
  read: written => {
    const name = /^\{\{ survey\.([\w-]+) \}\}$/.exec(written)?.[1];
    return name === undefined ? undefined : { name };
  },
  // A name has only these signs, and a card without one would be no card.
  write: ({ name = '' }) => `{{ survey.${name.trim().replace(/[^\w-]+/g, '-') || '-'} }}`,
};
