import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Fact } from '../../ui/fact.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { countWords } from '../fields.ts';
import type { Preview } from '../preview/preview.ts';
import { titleOf } from '../title.ts';
import styles from './review-sheet.module.css';

/** Lists facts about the email, one a line: subject, sender, audience, length, size, and the scheduled time. */
export function Facts({ email, preview }: { email: Email; preview: Preview | undefined }) {
  const { newsletter } = useHere();
  return (
    <dl className={styles.facts}>
      <Fact name={words.review.subject}>{titleOf(email)}</Fact>
      <Fact name={words.review.from}>
        {newsletter.from_name || newsletter.name}
        <small>{newsletter.from_address}</small>
      </Fact>
      <Fact name={words.review.to}>{audienceWords(email)}</Fact>
      {email.ignores_cap && newsletter.mail_cap && (
        <Fact name={words.review.cap}>{words.review.cap_ignored(newsletter.mail_cap)}</Fact>
      )}
      <Fact name={words.review.length}>{words.review.words(countWords(email.body ?? ''))}</Fact>
      {preview && (
        <Fact name={words.review.size}>
          {words.review.sizes(
            preview.size,
            preview.findings.some(({ kind }) => kind === 'size'),
          )}
        </Fact>
      )}
      {email.status === 'scheduled' && email.publish_date && (
        <Fact name={words.review.scheduled_for}>
          <Time at={email.publish_date} zone={newsletter.timezone} precise />
        </Fact>
      )}
    </dl>
  );
}

function audienceWords({ email_type, included_tags, excluded_tags, filters }: Email): string {
  const tagged = included_tags.length + excluded_tags.length;
  if (tagged === 0 && filters.filters.length + filters.groups.length > 0) return words.review.filtered;
  return tagged > 0 ? words.review.tagged(tagged) : words.review.audiences[email_type];
}
