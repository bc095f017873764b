import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Standing } from '../../../../src/client/schema.ts';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { whyOf } from '../standing-words.ts';
import { Grants, Moves } from './grants.tsx';
import { Line } from './line.tsx';
import { Plan } from './plan.tsx';
import { PrivateFeed } from './private-feed.tsx';
import { personKey } from './queries.ts';
import type { PersonSearch } from './search.ts';
import styles from './subscriber-screen.module.css';

const whyQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...personKey(here, id), 'suppression'],
    queryFn: async ({ signal }) => {
      const query = { subscriber_id: id, page_size: 1 };
      return (await here.api.get('/v1/suppressions', { query, signal })).results[0] ?? null;
    },
  });

/** Says in one sentence why the person no longer gets mail, if something ended it. */
function WhySuppressed({ id }: { id: string }) {
  const { data } = useQuery(whyQuery(useHere(), id));
  return data && <p className={styles.words}>{data.explanation}</p>;
}

const said = words.standing;

type Shown = { id: string; standing: Standing; onShow: (search: PersonSearch) => void };

/** Shows what the person may read, since when, until when and why, with their mail beside it. */
export function StandingSection({ id, standing, onShow }: Shown) {
  const here = useHere();
  const mayChange = usePermission('subscribers', 'write');
  const zone = here.newsletter.timezone;
  const { entitled, since, until, mail_state, can_sign_in } = standing;
  const isMailed = mail_state === 'subscribed';
  const mail = isMailed && standing.standing === 'unpaid' ? said.mail_unpaid : said.mail_says[mail_state];
  return (
    <Section
      title={said.title}
      action={
        mayChange && (
          <Button look="quiet" onClick={() => onShow({ gift: true })}>
            {said.give}
          </Button>
        )
      }
    >
      <dl className={styles.details}>
        <Line name={said.reads}>
          {entitled ? said.everything : said.free}
          {entitled && !isMailed && can_sign_in && <p className={styles.words}>{said.and_sign_in}</p>}
        </Line>
        {since !== null && (
          <Line name={said.since}>
            <Time at={since} zone={zone} />
          </Line>
        )}
        {entitled && (
          <Line name={said.until}>{until === null ? said.no_end : <Time at={until} zone={zone} />}</Line>
        )}
        <Line name={said.because}>{whyOf(standing, zone)}</Line>
        <Plan id={id} />
        <PrivateFeed id={id} />
        <Line name={said.mail}>
          {mail}
          {mail_state === 'undeliverable' && <WhySuppressed id={id} />}
        </Line>
        {standing.grants.length > 0 && (
          <Line name={said.grants}>
            <Grants grants={standing.grants} onEnd={mayChange ? id => onShow({ end: id }) : undefined} />
          </Line>
        )}
        {standing.history.length > 1 && (
          <Line name={said.history}>
            <Moves history={standing.history} zone={zone} />
          </Line>
        )}
      </dl>
    </Section>
  );
}
