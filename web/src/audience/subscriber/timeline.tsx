import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { dayOf } from '../../platform/time.ts';
import { Section } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { timelineQuery } from './queries.ts';
import styles from './subscriber-screen.module.css';
import { Entry } from './timeline-entry.tsx';

const said = words.person;

/** Lists everything that happened to and with the person, newest first. */
export function Timeline({ id }: { id: string }) {
  const here = useHere();
  const { show = 'all' } = useSearch({ from: '/$newsletter/frame/subscribers/$person' });
  const navigate = useNavigate({ from: '/$newsletter/subscribers/$person' });
  const timeline = useInfiniteQuery(timelineQuery(here, id, show));
  const { data, hasNextPage } = timeline;
  const entries = data?.pages.flatMap(({ results }) => results) ?? [];
  const no_longer_kept = data?.pages[0]?.no_longer_kept_before;
  const zone = here.newsletter.timezone;
  return (
    <Section title={said.timeline} note={data?.pages[0] ? said.count(data.pages[0].count) : '\u00a0'}>
      <Segments
        label={said.show}
        value={show}
        options={said.shows}
        onChange={next =>
          void navigate({ search: next === 'all' ? {} : { show: next }, replace: true, resetScroll: false })
        }
      />
      <Loaded query={timeline} lines={6} height="4rem">
        {() =>
          entries.length === 0 ? (
            <p className={styles.none}>{show === 'all' ? said.empty_detail : said.empty_filtered}</p>
          ) : (
            <ol className={styles.timeline} aria-label={said.timeline}>
              {entries.map(entry => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <ShowMore list={timeline} label={said.earlier} />
      {!hasNextPage && data && no_longer_kept && (
        <p className={styles.none}>{said.no_longer_kept(dayOf(new Date(no_longer_kept), zone))}</p>
      )}
    </Section>
  );
}
