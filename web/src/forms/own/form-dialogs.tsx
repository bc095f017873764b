import { useQuery } from '@tanstack/react-query';
import type { Form } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';
import { ownForms as said } from '../../words/own-forms.ts';
import { CopyBox } from '../copy-box.tsx';
import { formCode, frameCode } from '../embed-code.ts';
import { Refused } from '../refused.tsx';
import { Counts } from '../sign-ups.tsx';
import { formReportQuery } from './queries.ts';

type About = { form: Form; onClose: () => void };

/** Shows the address of the form's page, and the code for other sites. */
export function PlacesDialog({ form, onClose }: About) {
  return (
    <Dialog kind="wide" title={form.title} onClose={onClose}>
      <Section title={said.page}>
        <CopyBox label={said.page} text={form.page_url} />
      </Section>
      <Section title={said.frame}>
        <CopyBox
          label={said.frame}
          text={frameCode(form.frame_url, [], form.title, 260 + 90 * form.fields.length)}
        />
      </Section>
      <Section title={said.code} note={said.code_note}>
        <CopyBox label={said.code} text={formCode(form.page_url, [], form)} />
      </Section>
      <Done onClose={onClose} />
    </Dialog>
  );
}

/** Shows who signed up with the form in the last 30 days, where, and what was refused. */
export function ReportDialog({ form, onClose }: About) {
  const query = useQuery(formReportQuery(useHere(), form.id));
  return (
    <Dialog kind="wide" title={form.title} onClose={onClose}>
      <Loaded query={query} lines={6}>
        {report => (
          <>
            <Counts form={report} />
            <Refused refused={report.refused} />
          </>
        )}
      </Loaded>
      <Done onClose={onClose} />
    </Dialog>
  );
}

/** Shows a button that closes the dialog. It also makes a long dialog scrollable by keyboard. */
function Done({ onClose }: Pick<About, 'onClose'>) {
  return (
    <DialogButtons>
      <Button onClick={onClose}>{said.done}</Button>
    </DialogButtons>
  );
}
