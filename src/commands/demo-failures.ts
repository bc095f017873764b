import { minute_ms } from '../platform/durations.ts';
import { feedback, leave } from './demo-departures.ts';
import { closingDomain, scannedDomain } from './demo-people.ts';
import type { Issue, Mailing, Outcome, Person, Story } from './demo-story.ts';

/** The issue, counted from the last, at which the mailboxes of a domain were closed. */
const waveAt = 9;
/** The last issue fails in every way for some people, so that its report shows all ways: at these places of every `circle`. */
const [places, circle] = [{ gone: 31, full: [58, 181], cut: [90, 150], bounced: 121 }, 400];

/** Returns how this copy fails, with the consequences; undefined if it arrives. */
export function fail(
  story: Story,
  issue: Issue,
  person: Person,
  served: Date,
  { id, place }: Mailing,
): Outcome | undefined {
  const { dice } = story;
  const { domain, email_address } = person.invented;
  const isLast = issue.from_end === 1;
  const turn = isLast ? place % circle : -1;
  const isClosed = issue.from_end === waveAt && domain === closingDomain && dice.chance(0.6);
  const unknown = `550 5.1.1 <${email_address}>: no such user`;
  if (isClosed || turn === places.bounced || dice.chance(0.0008)) {
    const reason = isClosed ? '550 5.1.1 This mailbox has been closed' : unknown;
    const date = new Date(served.getTime() + Math.round(dice.between(0.5, 30) * minute_ms));
    loseForGood(story, person, id, date, { reason, isHandOver: false });
    return { status: 'bounced', reply: reason, bounce_kind: 'hard' };
  }
  if (turn === places.gone || dice.chance(0.0006)) {
    loseForGood(story, person, id, served, { reason: unknown, isHandOver: true });
    return { status: 'permanent', reply: unknown };
  }
  // A new filter at one domain does not know the sender yet.
  if (isLast && domain === scannedDomain && dice.chance(0.3)) {
    const reply = '550 5.7.1 Message refused: this sender is not on our list';
    const said = { kind: 'policy', status: '5.7.1', reason: reply, isHandOver: true } as const;
    feedback(story, person, id, served, said);
    return { status: 'permanent', reply };
  }
  if (places.cut.includes(turn))
    return { status: 'uncertain', reply: 'The connection was lost before the server answered.' };
  if (places.full.includes(turn) || dice.chance(0.0012))
    return { status: 'temporary', reply: '452 4.2.2 The mailbox is full' };
  return undefined;
}

/** Closes the address of somebody who is no longer there. */
function loseForGood(
  story: Story,
  person: Person,
  email_id: string,
  date: Date,
  said: { reason: string; isHandOver: boolean },
): void {
  const { reason } = said;
  feedback(story, person, email_id, date, { kind: 'hard', status: '5.1.1', ...said });
  story.tell(date, {
    event_type: 'subscriber.bounced',
    subscriber_id: person.id,
    email_id,
    data: { reason },
  });
  leave(story, person, date, 'undeliverable', 'bounced', reason);
}
