import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { findAccess } from './queries.ts';

const share = z.number().nullable();

const daySchema = z.object({
  day: z.string().describe('In the time zone of Google, Pacific Time'),
  spam_rate: share.describe('Of the mail in inboxes, the share that people reported as spam, from 0 to 1'),
  spf_rate: share,
  dkim_rate: share,
  dmarc_rate: share,
  error_rate: share.describe('The share of the mail that Gmail refused, temporarily or permanently'),
  newsletter_spam_rate: share.describe('The spam rate of this newsletter alone, by its Feedback-ID'),
});

export const gmailFiguresSchema = z
  .object({
    is_connected: z.boolean().describe('Whether an owner of the installation has connected Google'),
    domain: z.string().describe('The domain that the newsletter sends from'),
    source: z
      .string()
      .describe('The domain itself, or the one above it for which Gmail has figures; empty if there is none'),
    trouble: z.string().describe('Why there are no new figures; empty if there are'),
    trouble_sentence: sentenceSchema,
    fetched_date: timestamp.nullable(),
    days: z.array(daySchema).describe('The days for which Gmail has figures, the latest first'),
    emails: z
      .array(z.object({ id: z.string(), subject: z.string(), day: z.string(), spam_rate: z.number() }))
      .describe('The fifty emails with the highest spam rate, each with its worst day'),
    requirements: z
      .array(z.object({ name: z.string().describe('The name that Google uses for it'), is_met: z.boolean() }))
      .describe('What Gmail requires of senders, and whether the domain meets it'),
  })
  .meta({
    id: 'GmailFigures',
    examples: [
      {
        is_connected: true,
        domain: 'tidelog.example',
        source: 'tidelog.example',
        trouble: '',
        fetched_date: '2026-11-20T09:31:07.000Z',
        days: [
          {
            day: '2026-11-18',
            spam_rate: 0.0004,
            spf_rate: 1,
            dkim_rate: 1,
            dmarc_rate: 1,
            error_rate: 0,
            newsletter_spam_rate: 0.0004,
          },
        ],
        emails: [
          {
            id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
            subject: 'What the sea leaves on a Tuesday',
            day: '2026-11-18',
            spam_rate: 0.0005,
          },
        ],
        requirements: [{ name: 'ONE_CLICK_UNSUBSCRIBE', is_met: true }],
      },
    ],
  });
export type GmailFigures = z.input<typeof gmailFiguresSchema>;

const mostEmails = 50;

/** Returns Gmail's figures for the last days about the newsletter's domain, the newsletter and its emails. */
export async function readGmailFigures(
  db: Database,
  newsletter: Pick<Newsletter, 'key' | 'id' | 'from_address'>,
  { days, now }: { days: number; now: Date },
): Promise<GmailFigures> {
  const domain = domainOf(newsletter.from_address).toLowerCase();
  const since = new Date(now.getTime() - days * day_ms).toISOString().slice(0, 10);
  const [access, known] = await Promise.all([
    findAccess(db),
    db.selectFrom('postmaster_domains').selectAll().where('domain', '=', domain).executeTakeFirst(),
  ]);
  return {
    is_connected: access !== undefined,
    domain,
    source: known?.source ?? '',
    trouble: access ? access.trouble || (known?.trouble ?? '') : '',
    fetched_date: known?.fetched_date ?? null,
    days: await listDays(db, domain, newsletter.id, since),
    emails: await listEmails(db, domain, newsletter.key, since),
    requirements: gmailFiguresSchema.shape.requirements.parse(known?.requirements ?? []),
  };
}

async function listDays(db: Database, domain: string, newsletter_id: string, since: string) {
  const { rows } = await sql<GmailFigures['days'][number]>`
    select figures.day::text as day, figures.spam_rate, spf_rate, dkim_rate, dmarc_rate, error_rate,
      own.spam_rate as newsletter_spam_rate
    from postmaster_figures figures
    left join postmaster_identifiers own on own.domain = figures.domain and own.day = figures.day and identifier = ${newsletter_id}
    where figures.domain = ${domain} and figures.day >= ${since}::date
    order by figures.day desc`.execute(db);
  return rows;
}

async function listEmails(db: Database, domain: string, newsletter_key: number, since: string) {
  const { rows } = await sql<GmailFigures['emails'][number]>`
    select id, subject, worst.day::text as day, worst.spam_rate from (
      select distinct on (identifier) identifier, day, spam_rate from postmaster_identifiers
      where domain = ${domain} and day >= ${since}::date
      order by identifier, spam_rate desc, day desc
    ) worst
    join emails on emails.id = identifier and newsletter_key = ${newsletter_key}
    order by worst.spam_rate desc, worst.day desc, id limit ${mostEmails}`.execute(db);
  return rows;
}

/**
 * Returns the share of mail that people at Gmail reported as spam: the higher of the shares for the newsletter's domain and for the
 * newsletter itself. Each is the mean over the days since `since` that Gmail has figures for. 0 if there are none.
 */
export async function readGmailSpam(db: Database, newsletter_key: number, since: Date): Promise<number> {
  const { rows } = await sql<{ share: number | null }>`
    select greatest(
      (select avg(spam_rate) from postmaster_figures where domain = sender.domain and day >= ${since.toISOString()}::date),
      (select avg(spam_rate) from postmaster_identifiers
        where domain = sender.domain and identifier = sender.id and day >= ${since.toISOString()}::date)
    ) as share
    from (
      select id, lower(split_part(from_address, '@', -1)) as domain from newsletters where key = ${newsletter_key}
    ) sender`.execute(db);
  return rows[0]?.share ?? 0;
}

/** Says in a sentence how Gmail saw the newsletter in the last week; undefined if Gmail has no figures. */
export function sayGmailWeek({ days, requirements }: GmailFigures): string | undefined {
  const rates = days.flatMap(({ spam_rate }) => spam_rate ?? []);
  if (rates.length === 0) return undefined;
  const highest = sentence('delivery.gmail_week', { percent: (100 * Math.max(...rates)).toFixed(2) });
  const missing = requirements.filter(({ is_met }) => !is_met).map(({ name }) => name);
  if (missing.length === 0) return highest;
  return `${highest} ${sentence('delivery.gmail_demands', { names: missing.join(', ') })}`;
}
