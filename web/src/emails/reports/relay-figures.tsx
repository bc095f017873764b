import { useQuery } from '@tanstack/react-query';
import type { RelayFigures } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Section } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import { emailsKey } from '../queries.ts';
import { FigureTable } from './figure-table.tsx';

const said = words.relay_figures;
const lookMilliseconds = 30_000;

/** Shows what happened to the copies of an email, by mail server; nothing if only one is known. */
export function EmailRelays({ email_id }: { email_id: string }) {
  const here = useHere();
  const { data } = useQuery({
    queryKey: [...emailsKey(here), email_id, 'relays'],
    queryFn: () => here.api.get('/v1/emails/{id}/progress/relays', { params: { id: email_id } }),
    refetchInterval: lookMilliseconds,
  });
  return data && data.results.length > 1 ? <RelayTable title={said.title} relays={data.results} /> : null;
}

/** Shows what happened to copies, by mail server. */
export function RelayTable({ title, relays }: { title: string; relays: RelayFigures['results'] }) {
  return (
    <Section title={title} note={said.note}>
      <FigureTable
        heads={[said.relay, said.delivered, said.deferred, said.refused, said.bounced, said.complaints]}
        rows={relays.map(one => [
          one.name || said.unknown,
          words.number(one.accepted - one.bounced_hard - one.bounced_soft),
          words.number(one.deferred),
          words.number(one.refused_hard + one.refused_soft),
          words.number(one.bounced_hard + one.bounced_soft),
          words.number(one.complaints),
        ])}
      />
    </Section>
  );
}
