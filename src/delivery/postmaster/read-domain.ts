import { z } from 'zod';
import { day_ms } from '../../platform/durations.ts';
import { isId } from '../../platform/ids.ts';
import { GoogleFailure, malformed, type Postmaster } from './google.ts';

/** One day in Gmail's figures: shares from 0 to 1. */
export type DayFigures = {
  day: string;
  spam_rate: number | null;
  spf_rate: number | null;
  dkim_rate: number | null;
  dmarc_rate: number | null;
  error_rate: number | null;
};
export type IdentifierFigure = { day: string; identifier: string; spam_rate: number };
export type Requirement = { name: string; is_met: boolean };
export type DomainFigures = {
  source: string;
  days: DayFigures[];
  identifiers: IdentifierFigure[];
  requirements: Requirement[];
};

/** Gmail publishes its figures a day late and completes them later. */
const readDays = 14;
const mostPages = 20;
const mostIdentifiers = 200;
const identifiersAtOnce = 50;

const metrics = {
  spam_rate: { standardMetric: 'SPAM_RATE' },
  error_rate: { standardMetric: 'DELIVERY_ERROR_RATE' },
  spf_rate: { standardMetric: 'AUTH_SUCCESS_RATE', filter: 'auth_type = "spf"' },
  dkim_rate: { standardMetric: 'AUTH_SUCCESS_RATE', filter: 'auth_type = "dkim"' },
  dmarc_rate: { standardMetric: 'AUTH_SUCCESS_RATE', filter: 'auth_type = "dmarc"' },
  identifiers: { standardMetric: 'FEEDBACK_LOOP_ID' },
} as const;

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
]);
const stat = z.object({
  metric: z.string().max(200),
  date: z.object({ year: z.int(), month: z.int(), day: z.int() }),
  value: z
    .object({
      doubleValue: number.optional(),
      floatValue: number.optional(),
      intValue: number.optional(),
      stringList: z.object({ values: z.array(z.string()).default([]) }).optional(),
    })
    .default({}),
});
type Stat = z.output<typeof stat>;
const page = z.object({ domainStats: z.array(stat).default([]), nextPageToken: z.string().default('') });

const compliance = z.object({
  rowData: z
    .array(
      z.object({ requirement: z.string().max(100), status: z.object({ status: z.string() }).optional() }),
    )
    .default([]),
});
const complianceAnswer = z.object({
  complianceData: compliance.optional(),
  subdomainComplianceData: compliance.optional(),
});

/**
 * Reads Gmail's figures for the last days about the domain, or about the nearest domain above it that Gmail has figures of. Throws
 * GoogleFailure.
 */
export async function readDomain(postmaster: Postmaster, domain: string, now: Date): Promise<DomainFigures> {
  let absent: unknown;
  for (const source of upwards(domain)) {
    try {
      return await readFrom(postmaster, source, now);
    } catch (error) {
      if (!(error instanceof GoogleFailure && error.kind === 'absent')) throw error;
      absent = error;
    }
  }
  throw absent;
}

/** Returns the domain and the domains above it, without the top-level domain. */
function upwards(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}

async function readFrom(postmaster: Postmaster, source: string, now: Date): Promise<DomainFigures> {
  const definitions = Object.entries(metrics).map(([name, { standardMetric, ...filter }]) => ({
    name,
    baseMetric: { standardMetric },
    ...filter,
  }));
  const stats = await query(postmaster, source, definitions, now);
  const found = stats.flatMap(({ value }) => value.stringList?.values ?? []).filter(isId);
  const ids = [...new Set(found.map(id => id.toLowerCase()))].slice(0, mostIdentifiers);
  return {
    source,
    days: daysOf(stats),
    identifiers: await readIdentifiers(postmaster, source, ids, now),
    requirements: await readRequirements(postmaster, source),
  };
}

/** Reads the figures of our own identifiers: the ids of emails and newsletters in Feedback-ID. */
async function readIdentifiers(
  postmaster: Postmaster,
  source: string,
  ids: string[],
  now: Date,
): Promise<IdentifierFigure[]> {
  const figures: IdentifierFigure[] = [];
  for (let at = 0; at < ids.length; at += identifiersAtOnce) {
    const definitions = ids.slice(at, at + identifiersAtOnce).map(id => ({
      name: id,
      baseMetric: { standardMetric: 'FEEDBACK_LOOP_SPAM_RATE' },
      filter: `feedback_loop_id = "${id}"`,
    }));
    for (const { metric, date, value } of await query(postmaster, source, definitions, now)) {
      const spam_rate = shareOf(value);
      if (spam_rate !== null && ids.includes(metric))
        figures.push({ day: dayOf(date), identifier: metric, spam_rate });
    }
  }
  return figures;
}

async function readRequirements(postmaster: Postmaster, source: string): Promise<Requirement[]> {
  const read = complianceAnswer.safeParse(await postmaster.get(`domains/${source}/complianceStatus`));
  if (!read.success) throw malformed();
  const { complianceData, subdomainComplianceData } = read.data;
  const rows = (subdomainComplianceData ?? complianceData)?.rowData ?? [];
  return rows
    .slice(0, 50)
    .flatMap(({ requirement, status }) =>
      status?.status === 'COMPLIANT' || status?.status === 'NEEDS_WORK'
        ? [{ name: requirement, is_met: status.status === 'COMPLIANT' }]
        : [],
    );
}

async function query(
  postmaster: Postmaster,
  source: string,
  definitions: object[],
  now: Date,
): Promise<Stat[]> {
  const stats: Stat[] = [];
  let pageToken = '';
  for (let count = 0; count < mostPages; count += 1) {
    const answer = await postmaster.post(`domains/${source}/domainStats:query`, {
      metricDefinitions: definitions,
      timeQuery: {
        dateRanges: {
          dateRanges: [{ start: dateOf(new Date(now.getTime() - readDays * day_ms)), end: dateOf(now) }],
        },
      },
      aggregationGranularity: 'DAILY',
      pageSize: 200,
      ...(pageToken && { pageToken }),
    });
    const read = page.safeParse(answer);
    if (!read.success) throw malformed();
    stats.push(...read.data.domainStats);
    pageToken = read.data.nextPageToken;
    if (pageToken === '') return stats;
  }
  return stats;
}

function daysOf(stats: Stat[]): DayFigures[] {
  const days = new Map<string, DayFigures>();
  for (const { metric, date, value } of stats) {
    if (!(metric in metrics) || metric === 'identifiers') continue;
    const day = dayOf(date);
    const none = { spam_rate: null, spf_rate: null, dkim_rate: null, dmarc_rate: null, error_rate: null };
    days.set(day, { ...(days.get(day) ?? { day, ...none }), [metric]: shareOf(value) });
  }
  return [...days.values()];
}

/** Returns the value as a share, whichever number type Google uses; null if it is not a share. */
function shareOf({ doubleValue, floatValue, intValue }: Stat['value']): number | null {
  const share = doubleValue ?? floatValue ?? intValue;
  return share !== undefined && share >= 0 && share <= 1 ? share : null;
}

function dayOf({ year, month, day }: Stat['date']): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (Number.isNaN(date.getTime()) || year < 2000 || year > 2200) throw malformed();
  return date.toISOString().slice(0, 10);
}

function dateOf(date: Date): Stat['date'] {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
