import { usePermission, usePlace } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { useDuplicate } from '../duplicate.ts';
import { chooseMarks, useShownMarks } from '../editor/shown-marks.ts';
import { useMayChange, whyFixed } from '../open-fields.ts';
import { mayDelete } from '../queries.ts';
import { hasPage } from '../readership.ts';
import { Bar } from './bar.tsx';
import { SaveState } from './save-state.tsx';
import type { Panel } from './sheets.tsx';
import type { Opened } from './use-desk.ts';
import styles from './write-screen.module.css';

/** Shows above the text whether it is saved, the other actions, and the review if the email can be sent. */
export function DeskTools({
  here,
  email,
  draft,
  view,
  onView,
  onJump,
  onShow,
  onReview,
}: Pick<Opened, 'here' | 'email'> & {
  draft: Draft;
  view: 'text' | 'preview';
  onView: (view: 'text' | 'preview') => void;
  onJump: (line: number) => void;
  onShow: (panel: Panel) => void;
  onReview: (() => void) | undefined;
}) {
  const mayChange = useMayChange(email);
  const role = usePlace()?.role;
  const { subject, body } = draft.fields.use();
  const showsMarks = useShownMarks();
  const writes = usePermission('emails', 'write');
  const duplicate = useDuplicate(here);
  return (
    <Bar>
      {mayChange('slug') && (email || subject || body) && (
        <SaveState
          draft={draft}
          isOfPage={email !== undefined && whyFixed(email) !== undefined && hasPage(email)}
          onJump={onJump}
        />
      )}
      {(email || subject || body) && (
        <Menu
          label={words.emails.more(subject || words.emails.untitled)}
          items={[
            { label: words.write.settings, run: () => onShow('settings') },
            { label: words.write.marks_next(!showsMarks), run: () => chooseMarks(!showsMarks) },
            ...(writes ? [{ label: words.write.save_template, run: () => onShow('template') }] : []),
            ...(writes && email
              ? [
                  {
                    label: words.emails.duplicate,
                    run: () =>
                      void draft.save().then(
                        ({ id }) => duplicate(id),
                        () => {},
                      ),
                  },
                ]
              : []),
            ...(email ? [{ label: words.revisions.title, run: () => onShow('revisions') }] : []),
            ...(email && mayDelete(email, role)
              ? [{ label: words.emails.delete_ask, danger: true, run: () => onShow('delete') }]
              : []),
          ]}
        />
      )}
      <Button
        look="quiet"
        className={styles.toggle}
        onClick={() => onView(view === 'text' ? 'preview' : 'text')}
      >
        {view === 'text' ? words.write.preview : words.write.text}
      </Button>
      <Button
        look="quiet"
        className={styles.marks}
        aria-pressed={showsMarks}
        onClick={() => chooseMarks(!showsMarks)}
      >
        {words.write.marks}
      </Button>
      <Button look="quiet" className={styles.settings} onClick={() => onShow('settings')}>
        {words.write.settings}
      </Button>
      {onReview && (
        <Button look="solid" onClick={onReview}>
          {words.write.review}
        </Button>
      )}
    </Bar>
  );
}
