import { useQuery } from '@tanstack/react-query';
import type { Api } from '../platform/api.ts';
import { day_ms } from '../platform/durations.ts';
import { ownZone } from '../platform/time.ts';
import { Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { Fact, State } from './fact.tsx';
import { backupsQuery } from './queries.ts';
import styles from './system-screen.module.css';

/** The same limit as in `postrider doctor`: one backup each week at least. */
const oldestMilliseconds = 8 * day_ms;

/** Shows the last good backup, the next one, and why one has failed since. */
export function Backups({ api }: { api: Api }) {
  const backups = useQuery(backupsQuery(api));
  return (
    <Section title={words.system.backups} note={words.system.backups_note}>
      <Loaded query={backups} lines={2} height="4rem">
        {data => <Facts {...data} />}
      </Loaded>
    </Section>
  );
}

type Backup = { creation_date: string; status_reason: string; size: number | null; place: string };
type Given = { last_good: Backup | null; last_failed: Backup | null; next_date: string | null };

function Facts({ last_good, last_failed, next_date }: Given) {
  const isOld = last_good !== null && Date.now() - Date.parse(last_good.creation_date) > oldestMilliseconds;
  const isFailing =
    last_failed !== null && (last_good === null || last_failed.creation_date > last_good.creation_date);
  return (
    <ul className={styles.facts}>
      <Fact
        name={words.system.last_good}
        value={
          last_good === null ? (
            words.system.no_backup
          ) : (
            <>
              {!isOld && <State bad={false} />} <Time at={last_good.creation_date} zone={ownZone} precise />,{' '}
              {words.system.backup_of(words.system.bytes(last_good.size ?? 0), last_good.place)}
            </>
          )
        }
        hint={words.system.backup_hint}
        bad={last_good === null ? words.system.no_backup_bad : isOld ? words.system.backup_old : ''}
      />
      {last_failed !== null && (
        <Fact
          name={words.system.last_failed}
          value={<Time at={last_failed.creation_date} zone={ownZone} precise />}
          hint={isFailing ? '' : last_failed.status_reason}
          bad={isFailing ? last_failed.status_reason : ''}
        />
      )}
      <Fact
        name={words.system.next_backup}
        value={
          next_date === null ? words.system.none_planned : <Time at={next_date} zone={ownZone} precise />
        }
        hint={next_date === null ? '' : words.system.next_hint}
        bad={next_date === null && last_good !== null ? words.system.next_bad : ''}
      />
    </ul>
  );
}
