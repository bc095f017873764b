import type { Shape } from './shape.ts';

/** A question that readers answer. */
export const survey: Shape<'survey'> = {
  name: 'survey',
  read: written => {
    const name = /^\{\{ survey\.([\w-]+) \}\}$/.exec(written)?.[1];
    return name === undefined ? undefined : { name };
  },
  // A name can have only these characters, and a card needs a name.
  write: ({ name = '' }) => `{{ survey.${name.trim().replace(/[^\w-]+/g, '-') || '-'} }}`,
};
