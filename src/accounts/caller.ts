import type { Grant } from './grant.ts';
import type { Newsletter } from './newsletter.ts';

/** Who calls: a key of a newsletter, or a person who is signed in and has chosen one. */
export type Caller = Grant & {
  newsletter: Newsletter;
  type: 'key' | 'person';
  /** The id of the key or the person. */
  by: string;
  /** What people call the key or the person. */
  name: string;
};
