import type { Shape } from './shape.ts';

/** A text that is kept elsewhere and used by several emails. */
export const snippet: Shape<'snippet'> = {
  name: 'snippet',
  read: written => {
    const name = /^\{\{ snippets\.([\w-]+) \}\}$/.exec(written)?.[1];
    return name === undefined ? undefined : { name };
  },
  // A name can have only these characters, and a card needs a name.
  write: ({ name = '' }) => `{{ snippets.${name.trim().replace(/[^\w-]+/g, '-') || '-'} }}`,
};
