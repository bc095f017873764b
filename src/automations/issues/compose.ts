import { DomainError } from '../../platform/errors.ts';
import { emptyReason, type ItemState } from '../items/item.ts';
import { type Issue, issueLimit, writeIssue } from './issue.ts';
import { type IssueItem, type PreparedItem, prepareItems } from './prepare.ts';

/** `is_decided`: a person decided that it should be mailed. */
export type ComposedItem = IssueItem & { is_decided: boolean };

export type Composed<Made> = {
  /** The result for the email; undefined if there is none. */
  made: Made | undefined;
  /** The result for each item, in order; items that did not fit stay `queued`. */
  states: ItemState[];
  /** The reason of the first `errored` item, or empty. */
  failure: string;
};

/** Limits for an item's markup, tried one after the other until an email can be made. */
const sizes = [issueLimit, issueLimit / 2, issueLimit / 8, 0];

/**
 * Makes an email from as many of the items as possible. No item keeps the others from being mailed: an item with much
 * hidden text is held, one that is too long is shortened, and one that breaks the template is errored.
 */
export async function composeIssue<Made>(
  template: { subject: string; body: string },
  { items, newsletter, words }: Omit<Issue, 'items'> & { items: readonly ComposedItem[] },
  make: (issue: { subject: string; body: string }) => Promise<Made>,
): Promise<Composed<Made>> {
  const prepared = await prepareItems(items, words.labels);
  const states = new Map<PreparedItem, ItemState>();
  const settle = (some: readonly PreparedItem[], state: ItemState) => {
    for (const item of some) states.set(item, state);
  };
  for (const item of prepared) {
    const doubt = item.content.doubt || item.description.doubt;
    if (doubt !== '' && !item.is_decided) settle([item], { status: 'held', reason: doubt });
  }
  const made = await attempt(prepared.filter(item => !states.has(item)));
  return {
    made,
    states: prepared.map(item => states.get(item) ?? { status: 'queued', reason: '' }),
    failure: [...states.values()].find(({ status }) => status === 'errored')?.reason ?? '',
  };

  async function attempt(some: readonly PreparedItem[]): Promise<Made | undefined> {
    if (some.length === 0) return undefined;
    let fault: DomainError | undefined;
    let tried: string | undefined;
    for (const longest of sizes) {
      try {
        const issue = writeIssue(template, { items: some, newsletter, words }, longest);
        if (issue.body === tried) continue;
        tried = issue.body;
        const answer = issue.body === '' ? undefined : await make(issue);
        settle(
          some,
          issue.body === ''
            ? { status: 'skipped', reason: emptyReason }
            : { status: 'processed', reason: '' },
        );
        return answer;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        fault = error;
        if (error.code !== 'body_invalid') break;
      }
    }
    const isOfItems = fault?.code === 'body_invalid' && some.length > 1;
    const faulty = isOfItems ? some.filter(item => faultOf(item) !== undefined) : some;
    if (faulty.length === some.length) {
      settle(some, { status: 'errored', reason: fault?.detail ?? '' });
      return undefined;
    }
    if (faulty.length === 0) {
      // There are too many, or one of them breaks the email: the second half waits for the first.
      const half = Math.ceil(some.length / 2);
      return (await attempt(some.slice(0, half))) ?? attempt(some.slice(half));
    }
    for (const item of faulty) settle([item], { status: 'errored', reason: faultOf(item) ?? '' });
    return attempt(some.filter(item => !faulty.includes(item)));
  }

  /** Returns the reason why not even a link to this item alone can be mailed, if there is one. */
  function faultOf(item: PreparedItem): string | undefined {
    try {
      writeIssue(template, { items: [item], newsletter, words }, 0);
      return undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.detail;
    }
  }
}
