import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { explainQuery } from '../../accounts/explain.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { isPressed, keys } from '../../platform/keys.ts';
import { cityOf, momentOf } from '../../platform/time.ts';
import { isTyping } from '../../platform/typing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { AbTestPlan } from '../ab-test/ab-test-plan.tsx';
import type { Draft } from '../drafts/draft.ts';
import { type Fields, fieldsOf } from '../fields.ts';
import { whyFixed } from '../open-fields.ts';
import { PlaceChoice } from '../place-choice.tsx';
import { type Finding, previewQuery } from '../preview/preview.ts';
import { differs, type Versioned } from '../version.ts';
import { WavesSection } from '../waves/waves-section.tsx';
import { Facts } from './facts.tsx';
import { Findings } from './findings.tsx';
import { useLastReview } from './last-review.ts';
import { ReviewActions } from './review-actions.tsx';
import { ReviewAudience } from './review-audience.tsx';
import { ReviewChanged } from './review-changed.tsx';
import { ReviewPeople } from './review-people.tsx';
import styles from './review-sheet.module.css';
import { SenderCheck } from './sender-check.tsx';
import { SinceLast } from './since-last.tsx';

/**
 * Shows the last check before an email is sent: how many people get it, where it appears, who it is from, and what still needs attention.
 */
export function ReviewSheet({
  email: given,
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
  // The reviewer can choose here where the email appears. The review then covers the result.
  const [own, setOwn] = useState<Versioned>();
  const email = own ? { ...own, approval: given.approval } : given;
  const place = useMutation({
    mutationFn: (changes: Partial<Fields>) => {
      draft.change(changes);
      return draft.save();
    },
    onSuccess: setOwn,
  });
  const last = useLastReview(here, email);
  const isUnsent = whyFixed(email) === undefined;
  const audience = useQuery({ ...explainQuery(here, email.id, email.etag), enabled: isUnsent });
  const fields = fieldsOf(email);
  const { data: preview, isPending: isRendering } = useQuery({
    ...previewQuery(here, email, fields),
    refetchOnMount: 'always', // one of its parts, such as a snippet, may have changed
  });
  // The rest waits for the first part, whose height is not known before.
  const isKnown = !audience.isLoading && !isRendering && !last.isLoading;
  const scheduled = email.status === 'scheduled' ? email.publish_date : null;
  const { timezone } = here.newsletter;
  const when = scheduled
    ? words.times.there(momentOf(new Date(scheduled), timezone), cityOf(timezone))
    : undefined;

  if (present && differs(email, present) && !place.isPending)
    return (
      <Dialog kind="broad" title={words.review.changed.title} onClose={onClose}>
        <ReviewChanged
          present={present}
          onClose={onClose}
          reviewed={email}
          onReview={() => onReview(present)}
        />
      </Dialog>
    );
  return (
    <Dialog kind="broad" title={words.review.title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the one shortcut for everything within */}
      <div className={styles.sheet} onKeyDown={sendTest}>
        <div className={`${styles.read} ${styles.columns}`}>
          <div>
            {audience.error && !isForbidden(audience.error) ? (
              <Failure error={audience.error} retry={() => void audience.refetch()} />
            ) : (
              audience.isEnabled &&
              !audience.error && (
                <ReviewAudience when={when} email_id={email.id} explanation={audience.data} />
              )
            )}
            {isKnown && (
              <>
                {isUnsent && last.data && <SinceLast email={email} last={last.data} />}
                <Findings email={email} fields={fields} onJump={onJump} onFix={onFix} />
              </>
            )}
          </div>
          {isKnown && (
            <div className={styles.page}>
              {isUnsent && (
                <PlaceChoice
                  email={fields}
                  isDisabled={place.isPending}
                  className={styles.place}
                  onChange={place.mutate}
                />
              )}
              {place.error && <Failure error={place.error} />}
              <Facts email={email} preview={preview} />
              {isUnsent && <WavesSection email={email} />}
              {isUnsent && <AbTestPlan email={email} />}
              <ReviewPeople email={email} fields={fields} onShowAs={onShowAs} explanation={audience.data} />
              {isUnsent && <SenderCheck />}
            </div>
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

/** Sends a test by its shortcut, unless somebody is typing or another dialog is open. */
function sendTest(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: sheet, target } = event;
  const isWithin = target instanceof Element && target.closest('dialog') === sheet.closest('dialog');
  if (!isPressed(event, keys.review.test) || isTyping(target) || !isWithin) return;
  sheet.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${keys.review.test[0]}"]`)?.click();
}

/** Returns true if a writer may not see the people concerned. The numbers are then omitted. */
function isForbidden(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 403;
}
