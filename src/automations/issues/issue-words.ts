import { type Labels, labelsIn } from '../../engines/rendering/players.ts';
import type { Words } from '../../platform/languages/catalogue.ts';

/** What an email about posts says in addition to their own texts. */
export type IssueWords = {
  /** After the beginning of a long post. `{host}` is where the rest is. */
  rest_at: string;
  /** The same if nobody knows where the rest is. */
  rest_too_long: string;
  /** The links in place of players. */
  labels: Labels;
};

/** Says it in the language of these words. */
export function issueWordsIn(words: Words): IssueWords {
  return {
    rest_at: words.say('mail.rest_at', { host: '{host}' }).replace(/[\u2068\u2069]/g, ''),
    rest_too_long: words.say('mail.rest_too_long'),
    labels: labelsIn(words),
  };
}
