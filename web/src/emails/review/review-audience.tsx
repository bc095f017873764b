import { Link } from '@tanstack/react-router';
import type { Explanation } from '../../accounts/explain.ts';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { words } from '../../words.ts';
import styles from './review-audience.module.css';

type Reviewed = {
  email_id: string;
  explanation: Explanation | undefined;
  /** The scheduled day and time, in words. */
  when: string | undefined;
};

/** The number of reasons shown at first. */
const fewReasons = 6;

/** Says how many people get an email, and how many do not and why. Each number opens the list of those people. */
export function ReviewAudience({ email_id, explanation, when }: Reviewed) {
  const here = useHere();
  const isSeen = usePermission('subscribers', 'read');
  const count = explanation?.recipients;
  const left = explanation?.rules.filter(({ excluded }) => excluded > 0) ?? [];
  const others = left.reduce((sum, { excluded }) => sum + excluded, 0);
  const open = { here, email_id };
  return (
    <>
      <p className={styles.count}>
        <People {...open} listed={isSeen && !!count && explanation.filters !== null}>
          <b>{count === undefined ? '…' : words.number(count)}</b>
        </People>
        {words.review.recipients(count ?? 0, (count ?? 0) + others, when)}
      </p>
      {left.length === 0 ? (
        <p className={styles.others}>{explanation ? words.review.nobody_left_out : words.review.counting}</p>
      ) : (
        <details className={styles.others} open={left.length <= fewReasons}>
          <summary>{words.review.others(others)}</summary>
          <ul>
            {left.map(rule => (
              <li key={explanation!.rules.indexOf(rule)}>
                <People
                  {...open}
                  listed={isSeen && rule.filters !== null}
                  rule={explanation!.rules.indexOf(rule)}
                >
                  {words.number(rule.excluded)}
                </People>
                <span>{rule.detail}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Shows a number that links to the people it counts, if they can be listed and this person may see them. */
function People({
  here,
  email_id,
  listed,
  rule,
  children,
}: {
  here: Here;
  email_id: string;
  listed: boolean;
  rule?: number;
  children: React.ReactNode;
}) {
  if (!listed) return <span>{children}</span>;
  return (
    <Link
      to="/$newsletter/subscribers"
      params={{ newsletter: here.newsletter.username }}
      search={{ email: email_id, ...(rule !== undefined && { rule }) }}
      data-tip={words.review.show_people}
    >
      {children}
    </Link>
  );
}
