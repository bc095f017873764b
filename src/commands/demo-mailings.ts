import type { AbTest } from '../emails/ab-test.ts';
import { minute_ms } from '../platform/durations.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { feedback, leave } from './demo-departures.ts';
import { fail } from './demo-failures.ts';
import { farewells } from './demo-past.ts';
import { scannedDomain } from './demo-people.ts';
import { emailLine, type Issue, type Mailing, type Outcome, type Person, type Story } from './demo-story.ts';
import { linksOf, type Mail, mailInParts, trialOf } from './demo-trials.ts';

const accepted = '250 2.0.0 Ok: queued';

/** Mails an issue to everybody who got mail at that time, and records what they did with it. */
export function mailIssue(story: Story, issue: Issue): void {
  const { dice, add, people, tags } = story;
  const id = dice.id(issue.date);
  const audience = people.filter(person => isMeant(person, issue, tags));
  const trial = trialOf(issue);
  const test = trial?.ab_test;
  const secondary_id = (story.lines.emails?.length ?? 0) + 1;
  add('emails', {
    ...emailLine(issue, id),
    secondary_id,
    audience_bound: people.length,
    frozen_up_to: people.length,
    ...(test && inTrial(issue, test)),
  });
  const count = 1 + (test?.variants.length ?? 0);
  const links = Array.from({ length: count }, (_, at) => linksOf(issue, test, at + 1));
  for (const [at, url] of [...new Set(links.flat())].entries())
    add('links', { email_id: id, number: at + 1, url });
  const pull = dice.between(0.82, 1.16);
  const mail: Mail = ({ person, part, variant }, from, place) =>
    mailPerson(
      story,
      issue,
      person,
      { id, pull, place, part, links: links[variant - 1]!.length, eager: trial?.eager[variant - 1] ?? 1 },
      new Date(from.getTime() + 800 + place * 3),
    );
  let last = issue.date;
  if (test) last = mailInParts(story, issue, { email_id: id, test, audience }, mail);
  else for (const [place, person] of audience.entries()) mail({ person, part: 0, variant: 1 }, last, place);
  const ended = new Date(last.getTime() + 2000 + audience.length * 3);
  story.tell(issue.date, { event_type: 'email.send.started', email_id: id });
  story.tell(ended, { event_type: 'email.sent', email_id: id });
}

/** Returns the fields that a test adds to the line of an email. */
function inTrial({ subject, body, description }: Issue, ab_test: AbTest) {
  const variant_bodies = ab_test.variants.map(variant => variant.body ?? null);
  return { ab_test, mailed: { subject, body, description, variant_bodies } };
}

/** Mails a letter to somebody. Returns what they did with it. */
export function mailPerson(
  story: Story,
  issue: Issue,
  person: Person,
  mailing: Mailing,
  served: Date,
): Outcome {
  const outcome = serve(story, issue, person, served, mailing);
  const iso = (date: Date | undefined) => date?.toISOString() ?? null;
  story.add('deliveries', {
    email_id: mailing.id,
    subscriber_id: person.id,
    status: outcome.status,
    attempts: { temporary: 6, skipped: 0 }[outcome.status] ?? 1,
    status_date: served.toISOString(),
    reply: outcome.reply,
    bounce_kind: outcome.bounce_kind ?? null,
    chosen: false,
    begun_date: served.toISOString(),
    open_date: iso(outcome.open_date),
    click_date: iso(outcome.click_date),
    unsubscription_date: iso(outcome.unsubscription_date),
    complaint_date: iso(outcome.complaint_date),
    part: mailing.part ?? 0,
  });
  return outcome;
}

function isMeant(
  { joined, left, invented }: Person,
  { date, tags: wanted }: Issue,
  tags: Map<string, string>,
): boolean {
  if (!joined || joined > date || (left && left <= date)) return false;
  return !wanted || wanted.every(id => invented.tags.some(name => tags.get(name) === id));
}

function serve(story: Story, issue: Issue, person: Person, served: Date, mailing: Mailing): Outcome {
  const { dice, now } = story;
  const { domain } = person.invented;
  const later = (minutes: number) => new Date(served.getTime() + Math.round(minutes * minute_ms));
  if (person.left && person.left <= served)
    return { status: 'skipped', reply: sentence('delivery.left_audience') };
  // They are about to leave because of another letter.
  if (person.left) return { status: 'accepted', reply: accepted };
  const failure = fail(story, issue, person, served, mailing);
  if (failure) return failure;
  const reply = accepted;
  const opened = later(Math.exp(dice.normal() * 1.5 + 4.6));
  const isOpened = dice.chance(person.invented.keen * mailing.pull) && opened < now;
  if (domain === scannedDomain && mailing.links > 0) scan(story, person, mailing, served);
  if (!isOpened) {
    if (!dice.chance(0.0028)) return { status: 'accepted', reply };
    const gone = later(dice.between(200, 4000));
    return gone < now
      ? { status: 'accepted', reply, ...unsubscribe(story, person, gone) }
      : { status: 'accepted', reply };
  }
  hit(story, person, mailing, 'open', opened, served);
  if (!person.opened || opened > person.opened) person.opened = opened;
  const clicked = new Date(opened.getTime() + Math.round(dice.between(0.3, 12) * minute_ms));
  const isClicked =
    mailing.links > 0 && dice.chance(0.17 * mailing.pull * (mailing.eager ?? 1)) && clicked < now;
  if (isClicked) {
    hit(story, person, mailing, 'click', clicked, served);
    if (!person.clicked || clicked > person.clicked) person.clicked = clicked;
  }
  const gone = new Date(clicked.getTime() + minute_ms);
  const said: Outcome = {
    status: 'accepted',
    reply,
    open_date: opened,
    ...(isClicked && { click_date: clicked }),
  };
  if (gone >= now) return said;
  if (dice.chance(0.0072)) return { ...said, ...unsubscribe(story, person, gone) };
  if (dice.chance(0.0005)) {
    feedback(story, person, mailing.id, gone, { kind: 'complaint', status: null, reason: 'abuse' });
    leave(story, person, gone, 'complained', 'complained', 'Reported as spam');
    return { ...said, status: 'complained', complaint_date: gone };
  }
  if (dice.chance(0.001)) leave(story, person, gone, 'paused', 'paused', '');
  return said;
}

function unsubscribe(story: Story, person: Person, date: Date): Pick<Outcome, 'unsubscription_date'> {
  const { dice } = story;
  leave(story, person, date, 'unsubscribed', 'unsubscribed', dice.chance(0.35) ? dice.pick(farewells) : '');
  story.tell(date, { event_type: 'subscriber.unsubscribed', subscriber_id: person.id });
  return { unsubscription_date: date };
}

/** Lets a program at the receiving server follow links at once. It is counted as a machine. */
function scan(story: Story, person: Person, mailing: Mailing, served: Date): void {
  const date = new Date(served.getTime() + 2500);
  const agent = 'Mozilla/5.0 (compatible; Proofpoint URL Defense)';
  const line = lineOf(story, person, mailing, 'click', date, served);
  story.add('hits', { ...line, agent, client: 'Other', verdict: 'machine', reasons: ['scanner_proofpoint'] });
}

function hit(
  story: Story,
  person: Person,
  mailing: Mailing,
  kind: 'open' | 'click',
  date: Date,
  served: Date,
): void {
  const { agent, client } = person.invented;
  const isProxied = client.startsWith('Apple') && kind === 'open';
  const line = lineOf(story, person, mailing, kind, date, served);
  story.add('hits', {
    ...line,
    agent: kind === 'open' ? agent : 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0',
    client: kind === 'open' ? client : 'Firefox',
    verdict: isProxied ? 'proxied' : 'human',
    reasons: isProxied ? ['apple_privacy'] : [],
  });
}

function lineOf({ dice }: Story, { id }: Person, mailing: Mailing, kind: string, date: Date, served: Date) {
  return {
    email_id: mailing.id,
    subscriber_id: id,
    id: dice.id(date),
    kind,
    date: date.toISOString(),
    link_number: kind === 'click' ? 1 + Math.floor(dice.random() ** 2 * mailing.links) : null,
    seconds_after: Math.round((date.getTime() - served.getTime()) / 1000),
    method: 'GET',
    network: '',
    accept: '',
    purpose: '',
    rule_version: 1,
  };
}
