import type { Automation } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Fact } from '../ui/fact.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './feed-screen.module.css';
import { nextReadOf } from './feeds-screen.tsx';
import { cadenceWords } from './settings.ts';

const named = words.feed;
const feeds = words.feeds;

/** Lists an automation's feeds, how they are mailed, and when they were and will be read. */
export function FeedFacts({ here, feed }: { here: Here; feed: Automation }) {
  const zone = here.newsletter.timezone;
  const nextRead = nextReadOf(feed);
  const { include, exclude } = feed.item_filters;
  const isFiltered = [include, exclude].some(lists => Object.values(lists).some(list => list.length > 0));
  const isActive = feed.status === 'active';
  return (
    <dl className={styles.facts}>
      <Fact name={feed.feeds.length > 1 ? named.facts.feeds : named.facts.feed}>
        {feed.feeds.map(({ url, title }) => (
          <div key={url}>
            {title && <span>{title} </span>}
            <a href={url} target="_blank" rel="noreferrer">
              {url.replace(/^https?:\/\//, '')}
            </a>
          </div>
        ))}
      </Fact>
      <Fact name={named.facts.when}>
        {cadenceWords(feed)}, {feeds.behavior[feed.behavior]}
      </Fact>
      <Fact name={named.facts.posts}>{isFiltered ? named.facts.some_posts : named.facts.all_posts}</Fact>
      <Fact name={feeds.read}>
        {feed.last_checked_date ? <Time at={feed.last_checked_date} zone={zone} precise /> : feeds.never_read}
      </Fact>
      {isActive && nextRead && (
        <Fact name={feeds.next_read}>
          <Time at={nextRead} zone={zone} precise />
        </Fact>
      )}
      {isActive && feed.cadence !== 'every' && feed.next_run_date && (
        <Fact name={feeds.next_mail}>
          <Time at={feed.next_run_date} zone={zone} precise />
        </Fact>
      )}
      <Fact name={named.facts.push}>
        {named.push[feed.push_status]}{' '}
        <Button look="quiet" className={styles.copy!} onClick={() => void copyText(feed.ping_url)}>
          {named.ping}
        </Button>
      </Fact>
    </dl>
  );
}
