import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Confirmation } from '../../ui/dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { deleteEmail, forgetEmails } from '../queries.ts';
import { titleOf } from '../title.ts';
import type { Draft } from './draft.ts';
import { forgetKept } from './kept.ts';

/** Asks before deleting an email, because this cannot be undone. */
export function DeleteDialog({
  email,
  draft,
  onClose,
  onDeleted = onClose,
}: {
  email: Pick<Email, 'id' | 'subject' | 'status' | 'modification_date'>;
  /** The email as it is being written. Text typed just now must not count as a change by somebody else. */
  draft?: Draft;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const here = useHere();
  const { id, status } = email;
  return (
    <Confirmation
      title={words.emails.delete_title(titleOf(email))}
      act={words.emails.delete}
      run={async () => deleteEmail(here, (await draft?.save().catch(() => undefined)) ?? email)}
      // The page then shows the email's present state.
      onError={() => void (draft ? draft.refresh() : forgetEmails(here))}
      onDone={() => {
        forgetKept(here, id, true);
        void forgetEmails(here);
        say(words.emails.deleted);
        onDeleted();
      }}
      onClose={onClose}
    >
      {status === 'sent' || status === 'imported'
        ? words.emails.delete_sent
        : status === 'draft'
          ? words.emails.delete_draft
          : words.emails.delete_waiting}
    </Confirmation>
  );
}
