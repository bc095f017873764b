import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { useFrameLook } from '../../emails/preview/frame-look.tsx';
import { MailFrame } from '../../emails/preview/mail-frame.tsx';
import { ReaderChoice } from '../../emails/preview/reader-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import styles from './editor.module.css';

/** Shows the letter of a step as a reader gets it. */
export function ReaderDialog({
  email,
  subject,
  onClose,
}: {
  email: string;
  subject: string;
  onClose: () => void;
}) {
  const here = useHere();
  const [reader, setReader] = useState<string>();
  const { width, scheme, controls } = useFrameLook();
  const seesReaders = usePermission('subscribers', 'read');
  const query = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'step preview', email, reader],
    queryFn: ({ signal }) =>
      here.api.post('/v1/emails/{id}/preview', {
        params: { id: email },
        body: reader ? { subscriber: reader } : {},
        signal,
      }),
  });
  return (
    <Dialog kind="wide" title={words.sequence.reader_title(subject)} onClose={onClose}>
      <div className={styles.look}>
        {seesReaders && <ReaderChoice reader={reader} onChange={setReader} />}
        {controls}
      </div>
      <Loaded query={query} lines={6}>
        {({ subject: shown, html, text }) => (
          <div className={styles.letter} data-width={width}>
            <p>{shown}</p>
            {html === '' ? (
              <pre>{text}</pre>
            ) : (
              <MailFrame html={html} title={words.write.preview_of(shown)} scheme={scheme} />
            )}
          </div>
        )}
      </Loaded>
      <DialogButtons>
        <Button onClick={onClose}>{words.parts.close}</Button>
      </DialogButtons>
    </Dialog>
  );
}
