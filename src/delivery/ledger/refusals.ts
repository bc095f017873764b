import { sql } from 'kysely';
import { z } from 'zod';
import { diagnose, meaningOf } from '../../engines/bounces/diagnose.ts';
import type { Database } from '../../platform/database/connect.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

const count = z.int();

export const refusalFigures = z
  .object({
    kind: z
      .enum(['hard', 'soft', 'policy'])
      .describe(
        'hard: there is no such mailbox. soft: a temporary problem. policy: the sender or the content is refused',
      ),
    reason: z.string().describe('What the replies mean'),
    reason_sentence: sentenceSchema,
    advice: z.string().describe('What to do'),
    advice_sentence: sentenceSchema,
    recipients: count.describe('Recipients who did not get the email for this reason'),
    temporary: count.describe('How many of them failed temporarily at hand-over'),
    permanent: count.describe('How many of them were refused at hand-over'),
    bounced: count.describe('How many of them bounced after they were accepted'),
    example: z.string().describe('What a mail server said, without addresses'),
  })
  .meta({ id: 'RefusalFigures' });
export type RefusalFigures = z.output<typeof refusalFigures>;

type Group = {
  status: 'temporary' | 'permanent' | 'bounced';
  bounce_kind: 'hard' | 'soft' | 'policy' | null;
  count: number;
  reply: string;
};

/** The most different replies that are grouped, which is more than an email gets. Further ones are counted as unexplained. */
const mostReplies = 2_000;

/**
 * Lists why recipients did not get the email, grouped by the meaning of the replies, most recipients first. The sum equals the temporary
 * and permanent failures of its analytics.
 */
export async function listRefusals(db: Database, email_key: number): Promise<RefusalFigures[]> {
  const groups = await groupReplies(db, email_key);
  const found = new Map<string, RefusalFigures>();
  for (const { status, bounce_kind, count, reply } of groups) {
    const diagnosis = diagnose({ recipient: null, status: null, diagnostic: reply, texts: [] });
    const kind = bounce_kind ?? kindOf(diagnosis.kind, status);
    const key = `${kind} ${diagnosis.pattern}`;
    const figures = found.get(key) ?? {
      kind,
      reason: meaningOf(diagnosis.pattern ?? ''),
      advice: adviceOn(kind, diagnosis.pattern ?? ''),
      recipients: 0,
      temporary: 0,
      permanent: 0,
      bounced: 0,
      example: withoutAddresses(reply),
    };
    figures.recipients += count;
    figures[status] += count;
    found.set(key, figures);
  }
  return [...found.values()].sort((one, other) => other.recipients - one.recipients);
}

/** Returns the kind of a refusal. A temporary reply never says that nobody is there. */
function kindOf(kind: string, status: Group['status']): RefusalFigures['kind'] {
  if (kind === 'policy') return 'policy';
  return kind === 'hard' && status !== 'temporary' ? 'hard' : 'soft';
}

function adviceOn(kind: RefusalFigures['kind'], pattern: string): string {
  if (pattern.startsWith('sender-')) return sentence('reports.sender_refused');
  if (kind === 'hard') return sentence('reports.addresses_gone');
  if (kind === 'policy') return sentence('reports.content_refused');
  return sentence('reports.temporary');
}

/** Groups replies: those that differ only in addresses, numbers and identifiers are counted as one. */
async function groupReplies(db: Database, email_key: number): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with failed as (
      -- Each half as an index has it, so that the others are not read.
      select status, bounce_kind, reply from deliveries where email_key = ${email_key} and status = 'permanent'
      union all
      select status, bounce_kind, reply from deliveries
      where email_key = ${email_key} and status in ('temporary', 'bounced')
        and status not in ('accepted', 'complained', 'permanent') and status_date is not null
    ), answered as (
      select status, bounce_kind, coalesce(reply, '') as reply,
        left(regexp_replace(regexp_replace(left(lower(coalesce(reply, '')), 500), '[^ <>]+@[^ <>]+', '@', 'g'),
          '[a-z]*[0-9][a-z0-9_.:-]{5,}', '#', 'g'), 200) as form
      from failed
    ), groups as (
      select status, bounce_kind, min(reply) as reply, count(*) as count,
        row_number() over (order by count(*) desc, min(reply)) <= ${mostReplies} as kept
      from answered group by status, bounce_kind, form
    )
    select status, bounce_kind, case when kept then reply else '' end as reply, sum(count)::bigint as count
    from groups group by 1, 2, 3 order by count desc, reply`.execute(db);
  return rows;
}

function withoutAddresses(reply: string): string {
  return reply.replace(/[^\s<>()"']+@[^\s<>()"']+/g, '…').slice(0, 500);
}
