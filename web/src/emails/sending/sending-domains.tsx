import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { secondOf } from '../../platform/time.ts';
import { Section } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import { emailsKey } from '../queries.ts';
import { FigureTable } from '../reports/figure-table.tsx';

const { parts } = words.sending;

/** Shows the progress at each receiving domain, largest first. */
export function SendingDomains({ email_id }: { email_id: string }) {
  const here = useHere();
  const { data } = useQuery({
    queryKey: [...emailsKey(here), email_id, 'domains'],
    queryFn: () => here.api.get('/v1/emails/{id}/progress/domains', { params: { id: email_id } }),
    // The service counts at most every two seconds.
    refetchInterval: 2_000,
    staleTime: 0,
  });
  if (!data || data.domains.length === 0) return null;
  return (
    <Section title={words.sending.domains}>
      <FigureTable
        heads={[words.report.domain, parts.accepted, parts.planned, parts.refused, parts.uncertain]}
        rows={data.domains.map(one => [
          one.domain || words.report.erased,
          words.number(one.accepted + one.complained),
          words.number(one.planned),
          words.number(one.temporary + one.permanent + one.bounced),
          words.number(one.uncertain),
        ])}
        note={[
          ...(data.others > 0 ? [`${words.sending.others(data.others)}.`] : []),
          words.sending.counted_at(secondOf(new Date(data.counted_date), here.newsletter.timezone)),
        ].join(' ')}
      />
    </Section>
  );
}
