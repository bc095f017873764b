import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReportTopic } from '../../../src/client/schema.ts';
import { type Api, queryClient } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { relaysQuery, topicsQuery } from './relay-queries.ts';

const said = words.relays;

/** Lists the topics of Amazon SES that report, or ask to. A person confirms their own. */
export function Topics({ api }: { api: Api }) {
  const { data: topics } = useQuery(topicsQuery(api));
  const { data: relays } = useQuery(relaysQuery(api));
  // This waits for the list of relays above it; otherwise it would move when the list arrives.
  if (!relays || !topics?.length) return null;
  const nameOf = (id: string | null) => relays.find(relay => relay.id === id)?.name ?? said.all_relays;
  return (
    <Section id="topics" title={said.topics} note={said.topics_note}>
      <Rows>
        {topics.map(topic => (
          <TopicRow key={topic.id} api={api} topic={topic} place={nameOf(topic.relay_id)} />
        ))}
      </Rows>
    </Section>
  );
}

function TopicRow({ api, topic, place }: { api: Api; topic: ReportTopic; place: string }) {
  const { id, topic_arn, is_waiting, asked_date, confirmed_date } = topic;
  const options = { onSuccess: () => queryClient.invalidateQueries({ queryKey: topicsQuery(api).queryKey }) };
  const confirm = useMutation({
    mutationFn: () => api.post('/v1/report_topics/{id}/confirm', { params: { id } }),
    ...options,
  });
  const forget = useMutation({
    mutationFn: () => api.delete('/v1/report_topics/{id}', { params: { id } }),
    ...options,
  });
  return (
    <Row
      title={
        <>
          {topic_arn} <Mark strong={is_waiting}>{is_waiting ? said.topic_waits : said.topic_confirmed}</Mark>
        </>
      }
      note={
        <>
          {place}. <Time at={confirmed_date ?? asked_date} zone={ownZone} precise />
          {confirm.error && <Failure error={confirm.error} />}
          {forget.error && <Failure error={forget.error} />}
        </>
      }
      action={
        <div>
          {is_waiting && (
            <Button look="solid" busy={confirm.isPending} onClick={() => confirm.mutate()}>
              {said.topic_confirm}
            </Button>
          )}
          <Button look="quiet" busy={forget.isPending} onClick={() => forget.mutate()}>
            {said.topic_forget}
          </Button>
        </div>
      }
    />
  );
}
