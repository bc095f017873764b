import type { Grant } from './grant.ts';
import type { Newsletter } from './newsletter.ts';

/** The caller: a key of a newsletter, or a signed-in person who has chosen one. */
export type Caller = Grant & {
  newsletter: Newsletter;
  type: 'key' | 'person';
  /** The id of the key or the person. */
  by: string;
  /** The name of the key or the person. */
  name: string;
};
