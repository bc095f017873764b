import { useMutation } from '@tanstack/react-query';
import type { DiscoveredFeeds } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { ApiFailure, errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './simulator.module.css';

const simulator = words.simulator;
type FoundFeed = DiscoveredFeeds['feeds'][number];

/** Asks for the address of a site, and which of its feeds to follow if it has several. */
export function FindFeed({ here, onFound }: { here: Here; onFound: (url: string) => void }) {
  const find = useMutation({
    mutationFn: (address: string) => discover(here, address),
    onSuccess: ({ feeds }) => feeds.length === 1 && onFound(feeds[0]!.url),
  });
  const submit = submitted(form => {
    const address = textOf(form, 'address');
    if (address !== '') find.mutate(address);
  });
  const wrong = errorAt(find.error, 'url');
  const feeds = find.data?.feeds ?? [];
  return (
    <div className={styles.find}>
      <form className={styles.address} onSubmit={submit}>
        <Field
          name="address"
          label={simulator.address}
          hint={simulator.address_hint}
          error={wrong}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          autoFocus
        />
        <Button type="submit" look="solid" busy={find.isPending}>
          {simulator.find}
        </Button>
      </form>
      {find.error && !wrong && <Failure error={find.error} />}
      {feeds.length > 1 && (
        <Section title={simulator.found(feeds.length)}>
          <Rows>
            {feeds.map(feed => (
              <Row
                key={feed.url}
                title={feed.title || feed.url}
                note={<FoundNote here={here} feed={feed} />}
                action={<Button onClick={() => onFound(feed.url)}>{simulator.choose}</Button>}
              />
            ))}
          </Rows>
        </Section>
      )}
    </div>
  );
}

function FoundNote({ here, feed }: { here: Here; feed: FoundFeed }) {
  const { url, item_count, latest_title, latest_date } = feed;
  return (
    <>
      {simulator.posts(item_count)}
      {latest_title && ` · ${simulator.latest} ${latest_title}`}
      {latest_date && (
        <>
          {' · '}
          <Time at={latest_date} zone={here.newsletter.timezone} />
        </>
      )}
      <div>{url}</div>
    </>
  );
}

/** Finds the feeds of a site. People leave out the beginning of an address, so it tries http after https. */
async function discover({ api }: Here, address: string): Promise<DiscoveredFeeds> {
  const ask = (url: string) => api.post('/v1/automations/discover', { body: { url } });
  if (/^[a-z]+:/i.test(address) && !/^[\w.-]+:\d/.test(address)) return ask(address);
  try {
    return await ask(`https://${address}`);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'url_invalid') throw error;
    return ask(`http://${address}`).catch(() => {
      throw error;
    });
  }
}
