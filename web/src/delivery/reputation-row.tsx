import { Link } from '@tanstack/react-router';
import type { Reputation } from '../../../src/client/schema.ts';
import { usePermission } from '../accounts/session.ts';
import { words } from '../words.ts';
import styles from './reputation.module.css';

const said = words.reputation;
type Domain = Reputation['results'][number];
type Totals = Reputation['totals'];
type Name = keyof typeof said.names;
const names = Object.keys(said.names) as Name[];
/** The figures that the list of bounces can show. */
const reported = ['refused_hard', 'refused_soft', 'bounced_hard', 'bounced_soft', 'complaints'] as const;

/** Shows all domains together. */
export function TotalRow({ totals }: { totals: Totals }) {
  return (
    <li className={styles.domain}>
      <h2>
        {said.all} <small>{said.answered(totals.answered)}</small>
      </h2>
      <Bar totals={totals} width={1} />
      <Figures totals={totals} isSilent={false} />
    </li>
  );
}

/** Shows one receiving domain. Its bar is as wide as its share of the largest one. */
export function DomainRow({ row, most, newsletter }: { row: Domain; most: number; newsletter: string }) {
  const { domain, receiver, is_silent, level, advice, slowed, restrained, answered } = row;
  const sees = usePermission('subscribers', 'read');
  const hasReports = reported.some(name => row[name].count > 0);
  return (
    <li className={styles.domain} data-level={level}>
      <h2>
        {domain || said.erased} {receiver && <span>{said.receivers[receiver]}</span>}
        <small>{said.answered(answered)}</small>
      </h2>
      <Bar totals={row} width={answered / Math.max(1, most)} />
      <Figures totals={row} isSilent={is_silent} />
      {advice && <p className={styles.advice}>{advice}</p>}
      {restrained && <p className={styles.advice}>{restrained}</p>}
      {slowed && <p className={styles.advice}>{said.slowed(slowed.reason)}</p>}
      {sees && hasReports && domain !== '' && (
        <Link
          className={styles.see}
          to="/$newsletter/delivery/bounces"
          params={{ newsletter }}
          search={{ domain }}
        >
          {said.see}
        </Link>
      )}
    </li>
  );
}

function Bar({ totals, width }: { totals: Totals; width: number }) {
  const { answered, accepted, deferred, refused_hard, refused_soft, bounced_hard, bounced_soft } = totals;
  const bounced = bounced_hard.count + bounced_soft.count;
  const parts = {
    accepted: accepted.count - bounced,
    deferred: deferred.count,
    refused: refused_hard.count + refused_soft.count,
    bounced,
  };
  return (
    <div className={styles.bar} style={{ width: `${Math.max(2, 100 * width)}%` }} aria-hidden="true">
      {Object.entries(parts).map(([part, count]) => (
        <i
          key={part}
          data-part={part}
          style={{ flexGrow: count / Math.max(1, answered) }}
          data-some={count > 0 || undefined}
        />
      ))}
    </div>
  );
}

function Figures({ totals, isSilent }: { totals: Totals; isSilent: boolean }) {
  return (
    <dl className={styles.figures}>
      {names.map(name => {
        const { count, rate } = totals[name];
        const isUnknown = name === 'complaints' && isSilent && count === 0;
        return (
          <div key={name} data-some={count > 0 || undefined}>
            <dt>{said.names[name]}</dt>
            <dd>{isUnknown ? said.not_told : said.figure(count, rate)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
