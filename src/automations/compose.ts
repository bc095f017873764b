import { DomainError } from '../platform/errors.ts';
import { type Issue, issueLimit, writeIssue } from './issue.ts';
import { emptyReason, type ItemState } from './item.ts';
import { type IssueItem, type PreparedItem, prepareItems } from './prepare.ts';

/** `is_decided`: a person has said that it is to be mailed. */
export type ComposedItem = IssueItem & { is_decided: boolean };

export type Composed<Made> = {
  /** What was made of the email; undefined when there is none. */
  made: Made | undefined;
  /** What becomes of each item, in their order; one that found no room stays `queued`. */
  states: ItemState[];
  /** Why the first of those is `errored` that are; else empty. */
  failure: string;
};

/** Characters of markup that are tried one after the other until an email can be made. */
const sizes = [issueLimit, issueLimit / 2, issueLimit / 8, 0];

/**
 * Makes an email of as many of the items as it can. No item keeps the others from being mailed: much of whose text cannot
 * be shown is held, one too long is shortened, and one of which nothing can be made is errored.
 */
export async function composeIssue<Made>(
  template: { subject: string; body: string },
  { items, newsletter }: Omit<Issue, 'items'> & { items: readonly ComposedItem[] },
  make: (issue: { subject: string; body: string }) => Promise<Made>,
): Promise<Composed<Made>> {
  const prepared = await prepareItems(items);
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
        const issue = writeIssue(template, { items: some, newsletter }, longest);
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
      // They are too many, or there is one of which no email can be made: what follows the first half waits for it.
      const half = Math.ceil(some.length / 2);
      return (await attempt(some.slice(0, half))) ?? attempt(some.slice(half));
    }
    for (const item of faulty) settle([item], { status: 'errored', reason: faultOf(item) ?? '' });
    return attempt(some.filter(item => !faulty.includes(item)));
  }

  /** Why not even a link to this item alone can be mailed. */
  function faultOf(item: PreparedItem): string | undefined {
    try {
      writeIssue(template, { items: [item], newsletter }, 0);
      return undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.detail;
    }
  }
}
