import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import type { Draft } from '../drafts/draft.ts';
import type { Finding } from '../preview/preview.ts';
import type { Versioned } from '../version.ts';

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then(file => ({ default: file.ConflictDialog })),
);
const DeleteDialog = lazy(() =>
  import('../drafts/delete-dialog.tsx').then(file => ({ default: file.DeleteDialog })),
);
const ReviewSheet = lazy(() =>
  import('../review/review-sheet.tsx').then(file => ({ default: file.ReviewSheet })),
);
const Revisions = lazy(() =>
  import('../revisions/revisions.tsx').then(file => ({ default: file.Revisions })),
);
const SaveTemplate = lazy(() =>
  import('../templates/save-template.tsx').then(file => ({ default: file.SaveTemplate })),
);
const SettingsSheet = lazy(() =>
  import('./settings-sheet.tsx').then(file => ({ default: file.SettingsSheet })),
);

/** The dialog or panel over the text. */
export type Panel = 'settings' | 'revisions' | 'delete' | 'review' | 'template';

type Lying = {
  email: Versioned | undefined;
  draft: Draft;
  panel: Panel | undefined;
  reviewed: Versioned | undefined;
  show: (panel: Panel | undefined) => void;
  onReview: (email: Versioned) => void;
  onReviewed: () => void;
  /** Leads from a finding to its line in the text. */
  onJump: (line: number) => void;
  /** Gives the value of a finding a default. */
  onFix: (finding: Finding) => void;
  /** Shows the mail as this reader gets it. */
  onShowAs: (address: string) => void;
};

/** Shows the dialogs over the text. */
export function Sheets({ email, draft, panel, reviewed, show, onReviewed, ...led }: Lying) {
  const here = useHere();
  const navigate = useNavigate();
  const merged = draft.conflict.use();
  const close = () => show(undefined);
  return (
    <Suspense>
      {merged && <ConflictDialog draft={draft} merged={merged} />}
      {reviewed && (
        <ReviewSheet
          // The review of another version starts from its beginning.
          key={reviewed.etag}
          draft={draft}
          {...led}
          // The reviewed version. Its approval may have changed since it was saved.
          email={{ ...reviewed, approval: email?.approval ?? reviewed.approval }}
          present={email}
          onClose={onReviewed}
        />
      )}
      {panel === 'settings' && <SettingsSheet email={email} draft={draft} onClose={close} />}
      {panel === 'template' && <SaveTemplate fields={draft.fields.get()} onClose={close} />}
      {email && panel === 'revisions' && <Revisions email={email} draft={draft} onClose={close} />}
      {email && panel === 'delete' && (
        <DeleteDialog
          email={email}
          draft={draft}
          onClose={close}
          onDeleted={() => {
            draft.discard();
            const params = { newsletter: here.newsletter.username };
            void navigate({ to: '/$newsletter/emails', params, replace: true });
          }}
        />
      )}
    </Suspense>
  );
}
