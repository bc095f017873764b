import { sql } from 'kysely';
import { z } from 'zod';
import {
  countAnswered,
  type DomainCounts,
  domainFigures,
  readDomainCounts,
} from '../delivery/ledger/domain-counts.ts';
import {
  complaintLimits,
  fewestComplaints,
  type Receiver,
  receiverOf,
  receivers,
} from '../delivery/ledger/receivers.ts';
import { readRelayCounts, relayFiguresSchema } from '../delivery/ledger/relay-counts.ts';
import { readRestraints, restraintFor } from '../delivery/sending/restraint.ts';
import type { Database } from '../platform/database/connect.ts';
import { day_ms } from '../platform/durations.ts';
import { timestamp } from '../platform/http/fields.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { reputationExample } from './examples.ts';

/** Whether the service never reports single complaints, so that a count of 0 says nothing. */
function isSilent(receiver: Receiver | null): boolean {
  return receiver === 'gmail' || receiver === 'apple';
}

const figure = (of: string) =>
  z.object({
    count: z.int(),
    rate: z.number().nullable().describe(`Share of ${of}, from 0 to 1; null if there are none`),
  });
const ofAnswered = figure('`answered`');
const ofAccepted = figure('`accepted`');

const tally = {
  answered: z
    .int()
    .describe('Copies for which a mail server’s last answer is known: accepted, deferred or refused'),
  accepted: ofAnswered.describe('Accepted at hand-over, including those that bounced or were reported later'),
  deferred: ofAnswered.describe('The last answer was to try again later: being retried, or given up'),
  refused_hard: ofAnswered.describe('Refused at hand-over because the mailbox does not exist'),
  refused_soft: ofAnswered.describe(
    'Refused at hand-over for another reason, such as policy or a full mailbox',
  ),
  bounced_hard: ofAccepted.describe('Accepted, and bounced later because the mailbox does not exist'),
  bounced_soft: ofAccepted.describe('Accepted, and bounced later for another reason'),
  complaints: ofAccepted.describe('Reported as spam, as far as the receiver reports it'),
};
const tallySchema = z.object(tally);
type Tally = z.output<typeof tallySchema>;

const domainSchema = z.object({
  domain: z.string().describe('Domain of the addresses; empty for deleted subscribers'),
  receiver: z.enum(receivers).nullable().describe('The large mail service that runs the domain'),
  is_silent: z
    .boolean()
    .describe('The service never reports individual complaints, so 0 complaints mean nothing'),
  ...tally,
  level: z
    .enum(['good', 'near', 'above'])
    .describe('Whether the complaints are below, near or above the limit of the large mail services'),
  advice: z.string().describe('What to do; empty if all is well'),
  advice_sentence: sentenceSchema,
  slowed: z
    .object({ reason: z.string().describe('The server’s words'), until: timestamp.nullable() })
    .nullable()
    .describe('The domain is pushing back, and gets few messages until then'),
  restrained: z
    .string()
    .nullable()
    .describe(
      'Mail to the domain goes out slowly because too many of its readers complain; null if it does not',
    ),
  restrained_sentence: sentenceSchema,
});

export const reputationSchema = z
  .object({
    days: z.int(),
    since: timestamp.describe('Only emails that were sent since then count'),
    counted_date: timestamp
      .nullable()
      .describe(
        'When the oldest of these counts was made. Emails are counted again within minutes of a change',
      ),
    uncounted: z.int().describe('Answered copies that are not counted yet'),
    limits: z.object({ near: z.number(), most: z.number() }).describe('Shares of complaints'),
    totals: tallySchema,
    results: z
      .array(domainSchema)
      .describe('The domains with a warning, then those with the most copies; at most 100'),
    others: z.int().describe('Answered copies at other domains, which `totals` includes'),
    relays: relayFiguresSchema.shape.results,
  })
  .meta({ id: 'Reputation', examples: [reputationExample] });
export type Reputation = z.output<typeof reputationSchema>;
type Domain = Reputation['results'][number];

const mostDomains = 100;

/** Returns how the receiving domains treated the newsletter’s mail of the last days, compared with the limits of the large services. */
export async function readReputation(
  db: Database,
  newsletter_key: number,
  { days, now }: { days: number; now: Date },
): Promise<Reputation> {
  const since = new Date(now.getTime() - days * day_ms);
  const [{ domains, counted_date }, relays, answered, slowed, restraints] = await Promise.all([
    readDomainCounts(db, newsletter_key, since),
    readRelayCounts(db, { newsletter_key, since }),
    countAnswered(db, newsletter_key, since),
    listSlowed(db),
    readRestraints(db, newsletter_key, now),
  ]);
  const totals = tallyOf(sumOf(domains));
  const all = domains.map(counts => {
    const reason = restraintFor(restraints, counts.domain)?.reason ?? null;
    return showDomain(counts, slowed.get(counts.domain) ?? null, reason);
  });
  const results = [...all.filter(isWarned), ...all.filter(one => !isWarned(one))].slice(0, mostDomains);
  return {
    days,
    since: since.toISOString(),
    counted_date,
    limits: { near: complaintLimits.near, most: complaintLimits.most },
    totals,
    results,
    uncounted: Math.max(0, answered - totals.answered),
    relays: relays.results,
    others: totals.answered - results.reduce((sum, one) => sum + one.answered, 0),
  };
}

function isWarned({ level }: Domain): boolean {
  return level !== 'good';
}

function showDomain(
  counts: DomainCounts & { domain: string },
  slowed: Domain['slowed'],
  restrained: string | null,
): Domain {
  const receiver = receiverOf(counts.domain);
  const shown = tallyOf(counts);
  const level = levelOf(shown.complaints);
  return {
    domain: counts.domain,
    receiver,
    is_silent: isSilent(receiver),
    ...shown,
    level,
    slowed,
    restrained,
    advice: level === 'good' ? '' : adviceFor(counts.domain, shown.complaints, shown.accepted.count, level),
  };
}

/** Returns how near a share of complaints is to the limit, or whether it is above. */
export function levelOf({ count, rate }: Tally['complaints']): Domain['level'] {
  if (rate === null || count < fewestComplaints || rate < complaintLimits.near) return 'good';
  return rate < complaintLimits.most ? 'near' : 'above';
}

/** Says in plain words what complaints mean, and what to do. */
export function adviceFor(
  domain: string,
  { count, rate }: Tally['complaints'],
  accepted: number,
  level: Domain['level'],
) {
  const figures = { count, accepted, percent: (100 * (rate ?? 0)).toFixed(2) };
  const where = level === 'near' ? 'near' : 'above';
  return domain === ''
    ? sentence(`needs.complaints_${where}`, figures)
    : sentence(`needs.complaints_${where}_at`, { ...figures, domain });
}

function sumOf(all: DomainCounts[]): DomainCounts {
  const sum = (name: keyof DomainCounts) => all.reduce((total, one) => total + one[name], 0);
  return Object.fromEntries(domainFigures.map(name => [name, sum(name)])) as DomainCounts;
}

function tallyOf(counts: DomainCounts): Tally {
  const { accepted, deferred, refused_hard, refused_soft } = counts;
  const answered = accepted + deferred + refused_hard + refused_soft;
  const of = (all: number, count: number) => ({ count, rate: all === 0 ? null : count / all });
  return {
    answered,
    accepted: of(answered, accepted),
    deferred: of(answered, deferred),
    refused_hard: of(answered, refused_hard),
    refused_soft: of(answered, refused_soft),
    bounced_hard: of(accepted, counts.bounced_hard),
    bounced_soft: of(accepted, counts.bounced_soft),
    complaints: of(accepted, counts.complaints),
  };
}

async function listSlowed(db: Database): Promise<Map<string, NonNullable<Domain['slowed']>>> {
  const { rows } = await sql<{ scope: string; reason: string | null; until: string | null }>`
    select scope, reason, hold_until as until from sending_budgets where strikes > 0`.execute(db);
  return new Map(rows.map(({ scope, reason, until }) => [scope, { reason: reason ?? '', until }]));
}
