import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { explainQuery } from '../../accounts/explain.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { isPressed, keys } from '../../platform/keys.ts';
import { cityOf, momentOf } from '../../platform/time.ts';
import { isTyping } from '../../platform/typing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { countWords, fieldsOf } from '../fields.ts';
import { whyFixed } from '../open-fields.ts';
import { type Finding, previewQuery } from '../preview/preview.ts';
import { titleOf } from '../title.ts';
import { differs, type Versioned } from '../version.ts';
import { WavesSection } from '../waves/waves-section.tsx';
import { Findings } from './findings.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewAudience } from './review-audience.tsx';
import { ReviewChanged } from './review-changed.tsx';
import { ReviewPeople } from './review-people.tsx';
import styles from './review-sheet.module.css';
import { SenderCheck } from './sender-check.tsx';

/** The last check before an email goes out: how many people get it, who it is from, and what still needs attention. */
export function ReviewSheet({
  email,
  present,
  draft,
  onReview,
  onClose,
  onJump,
  onFix,
  onShowAs,
}: {
  email: Versioned;
  present: Versioned | undefined;
  draft: Draft;
  onReview: (email: Versioned) => void;
  onClose: () => void;
  onJump: (line: number) => void;
  onFix: (finding: Finding) => void;
  onShowAs: (address: string) => void;
}) {
  const here = useHere();
  const { newsletter } = here;
  const isUnsent = whyFixed(email) === undefined;
  const audience = useQuery({ ...explainQuery(here, email.id, email.etag), enabled: isUnsent });
  const fields = fieldsOf(email);
  const { data: preview, isPending: isRendering } = useQuery({
    ...previewQuery(here, email, fields),
    refetchOnMount: 'always', // what it is made of may have changed, such as a snippet
  });
  // The first part may be long or short, so the rest waits for it.
  const isKnown = !audience.isLoading && !isRendering;
  const scheduled = email.status === 'scheduled' ? email.publish_date : null;
  const { timezone } = newsletter;
  const when = scheduled
    ? words.times.there(momentOf(new Date(scheduled), timezone), cityOf(timezone))
    : undefined;
  const { subject, body } = fields;

  if (present && differs(email, present))
    return (
      <Dialog kind="sheet" title={words.review.changed.title} onClose={onClose}>
        <ReviewChanged
          present={present}
          onClose={onClose}
          reviewed={email}
          onReview={() => onReview(present)}
        />
      </Dialog>
    );
  return (
    <Dialog kind="sheet" title={words.review.title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the one shortcut for everything within */}
      <div className={styles.sheet} onKeyDown={sendTest}>
        <div className={styles.read}>
          {audience.error && !isForbidden(audience.error) ? (
            <Failure error={audience.error} retry={() => void audience.refetch()} />
          ) : (
            audience.isEnabled &&
            !audience.error && <ReviewAudience when={when} email_id={email.id} explanation={audience.data} />
          )}
          {isKnown && (
            <>
              <Findings email={email} fields={fields} onJump={onJump} onFix={onFix} />
              <dl className={styles.facts}>
                <Fact name={words.review.subject}>{titleOf({ subject })}</Fact>
                <Fact name={words.review.from}>
                  {newsletter.from_name || newsletter.name}
                  <small>{newsletter.from_address}</small>
                </Fact>
                <Fact name={words.review.to}>{audienceWords(email)}</Fact>
                {email.ignores_cap && newsletter.mail_cap && (
                  <Fact name={words.review.cap}>{words.review.cap_ignored(newsletter.mail_cap)}</Fact>
                )}
                <Fact name={words.review.length}>{words.review.words(countWords(body))}</Fact>
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
              {isUnsent && <WavesSection email={email} />}
              <ReviewPeople email={email} fields={fields} onShowAs={onShowAs} explanation={audience.data} />
              {isUnsent && <SenderCheck />}
            </>
          )}
        </div>
        <ReviewActions
          here={here}
          email={email}
          draft={draft}
          onClose={onClose}
          explanation={audience.data}
        />
      </div>
    </Dialog>
  );
}

/** One key sends a test, unless something is being typed or another dialog is open. */
function sendTest(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: sheet, target } = event;
  const isWithin = target instanceof Element && target.closest('dialog') === sheet.closest('dialog');
  if (!isPressed(event, keys.review.test) || isTyping(target) || !isWithin) return;
  sheet.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${keys.review.test[0]}"]`)?.click();
}

/** Whether it is about people whom a writer may not see. Then the numbers are omitted. */
function isForbidden(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 403;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function audienceWords({ email_type, included_tags, excluded_tags, filters }: Email): string {
  const tagged = included_tags.length + excluded_tags.length;
  if (tagged === 0 && filters.filters.length + filters.groups.length > 0) return words.review.filtered;
  return tagged > 0 ? words.review.tagged(tagged) : words.review.audiences[email_type];
}
