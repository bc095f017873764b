import type { countLacking } from '../../emails/audience.ts';
import { findBareValues } from '../../engines/rendering/bare-values.ts';
import type { Finding } from '../../engines/rendering/finding.ts';
import type { MessageSource } from '../../engines/rendering/message.ts';
import { openWhereabouts } from '../../engines/rendering/whereabouts.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

type Counts = Awaited<ReturnType<typeof countLacking>>;
/** A way to count the people of an email's audience without a value for these keys, and whether the numbers may be shown. */
export type MissingCount = { count: (keys: string[]) => Promise<Counts | undefined>; sees: boolean };

const mostFindings = 10;
/** Finds the metadata that the message writes out without a default although some of its readers have no value for it. */
export async function findMissingValues(
  source: MessageSource,
  { count, sees }: MissingCount,
): Promise<Finding[]> {
  const values = [
    ...findBareValues(source.subject).map(value => ({ ...value, part: 'subject' as const })),
    ...findBareValues(source.body).map(value => ({ ...value, part: 'body' as const })),
  ].slice(0, mostFindings);
  if (values.length === 0) return [];
  const counts = await count([...new Set(values.map(({ key }) => key))]);
  if (!counts) return [];
  const whereabouts = openWhereabouts(source);
  return values.flatMap(({ key, ...place }): Finding[] => {
    const lacking = counts.lacking.get(key) ?? 0;
    if (lacking === 0) return [];
    const detail = describe(key, lacking, sees ? counts.audience : undefined);
    return [{ kind: 'value_missing', severity: 'warning', detail, ...whereabouts(place, 'value_missing') }];
  });
}

function describe(key: string, lacking: number, audience: number | undefined): string {
  if (audience === undefined) return sentence('findings.value_missing_some', { key });
  if (lacking === audience) return sentence('findings.value_missing_all', { key });
  return lacking === 1
    ? sentence('findings.value_missing_one', { key, audience })
    : sentence('findings.value_missing', { key, audience, lacking });
}
