import { type Labels, labelsIn } from '../../engines/rendering/players.ts';
import type { Words } from '../../platform/languages/catalogue.ts';

/** Our own texts in an email about posts. */
export type IssueWords = {
  /** Follows the beginning of a long post. `{host}` is the site with the rest. */
  rest_at: string;
  /** The same for a post without an address. */
  rest_too_long: string;
  /** The links in place of players. */
  labels: Labels;
};

/** Returns the texts in the language of these words. */
export function issueWordsIn(words: Words): IssueWords {
  return {
    rest_at: words.say('mail.rest_at', { host: '{host}' }).replace(/[\u2068\u2069]/g, ''),
    rest_too_long: words.say('mail.rest_too_long'),
    labels: labelsIn(words),
  };
}
