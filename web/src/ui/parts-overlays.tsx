import { useState } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { Button } from './button.tsx';
import { Dialog, DialogButtons, Question } from './dialog.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Menu, OpensIcon } from './menu.tsx';
import styles from './parts-screen.module.css';
import { say } from './toast.tsx';

export const refusal = new ApiFailure(400, {
  code: 'subject_invalid',
  detail: 'subject: an email needs a subject that can be seen. Write one, then send again.',
});

type Open = 'dialog' | 'wide' | 'sheet' | 'palette' | 'form' | `${'' | 'busy ' | 'failed '}confirmation`;

/** Shows the parts that open over a page, each with a button. */
export function PartsOverlays() {
  const [open, setOpen] = useState<Open>();
  return (
    <>
      <div className={styles.line}>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('wide')}>Wide dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button onClick={() => setOpen('palette')}>Palette</Button>
        <Button onClick={() => setOpen('form')}>Form</Button>
        <Button onClick={() => setOpen('confirmation')}>Confirmation</Button>
        <Button onClick={() => setOpen('busy confirmation')}>Confirmation at work</Button>
        <Button onClick={() => setOpen('failed confirmation')}>Confirmation that failed</Button>
        <Button
          onClick={() => say('The email is deleted.', { label: 'Undo', run: () => say('It is back.') })}
        >
          Toast
        </Button>
        <Menu
          look="plain"
          items={[
            { label: 'Duplicate', run: () => say('Duplicated.') },
            { label: 'Not possible', run: () => {}, disabled: true },
            { label: 'Delete', run: () => say('Deleted.'), danger: true },
          ]}
        >
          Menu <OpensIcon />
        </Menu>
        <Menu label="More" items={[{ label: 'Duplicate', run: () => {} }]} />
      </div>
      {open?.endsWith('confirmation') && (
        <Question
          title="Delete this email?"
          act="Delete"
          busy={open === 'busy confirmation'}
          error={open === 'failed confirmation' ? refusal : undefined}
          onConfirm={() => setOpen(undefined)}
          onClose={() => setOpen(undefined)}
        >
          Copies already sent stay where they are.
        </Question>
      )}
      {open === 'form' && (
        <FormDialog
          title="Make a tag"
          act="Make"
          action={{ isPending: false, error: refusal }}
          shown={['name']}
          onSubmit={() => setOpen(undefined)}
          onClose={() => setOpen(undefined)}
        >
          <Field name="name" label="Name" required />
        </FormDialog>
      )}
      {(open === 'dialog' || open === 'wide' || open === 'sheet' || open === 'palette') && (
        <Dialog title="Choose one" kind={open} onClose={() => setOpen(undefined)}>
          <p>A dialog takes the focus and gives it back.</p>
          <DialogButtons>
            <Button onClick={() => setOpen(undefined)}>Cancel</Button>
            <Button look="solid" onClick={() => setOpen(undefined)}>
              Choose
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
