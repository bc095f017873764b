import { useQuery } from '@tanstack/react-query';
import type { Form } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen, useOpening } from '../../accounts/things-screen.tsx';
import { queryClient } from '../../platform/api.ts';
import { Confirmation } from '../../ui/dialog.tsx';
import { ownForms as said } from '../../words/own-forms.ts';
import { PlacesDialog, ReportDialog } from './form-dialogs.tsx';
import { FormEditor } from './form-editor.tsx';
import { formsQuery } from './queries.ts';

/** Lists forms with their own questions, texts and tags. People create, change, close and delete them, and see their code and sign-ups. */
export function OwnFormsScreen() {
  const here = useHere();
  const mayChange = usePermission('settings', 'write');
  const query = useQuery(formsQuery(here));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: formsQuery(here).queryKey });
  const move = useOpening<Form>(
    said,
    (id, body) => here.api.patch('/v1/forms/{id}', { params: { id }, body }),
    refresh,
  );
  return (
    <ThingsScreen
      title={said.title}
      said={said}
      query={{ ...query, data: query.data?.map(form => ({ ...form, name: form.title })) }}
      lines={4}
      refresh={refresh}
      make={mayChange && (ends => <FormEditor {...ends} />)}
      noteOf={form => (
        <>
          <a href={form.page_url} target="_blank" rel="noreferrer">
            /{form.slug}
          </a>{' '}
          · {said.note(form.subscriber_count, form.confirmed_subscriber_count, form.status === 'inactive')}
        </>
      )}
      acts={(form, ends) => {
        const all = { form, ...ends };
        const seen = [
          { label: said.report, dialog: <ReportDialog form={form} onClose={ends.onClose} /> },
          { label: said.places, dialog: <PlacesDialog form={form} onClose={ends.onClose} /> },
        ];
        if (!mayChange) return seen;
        return [
          ...seen,
          { label: said.edit, dialog: <FormEditor {...all} /> },
          { label: form.status === 'active' ? said.close : said.open, run: () => move.mutate(form) },
          { label: said.remove, danger: true, dialog: <DeleteForm {...all} /> },
        ];
      }}
    />
  );
}

function DeleteForm({ form, onDone, onClose }: { form: Form; onDone: () => void; onClose: () => void }) {
  const here = useHere();
  return (
    <Confirmation
      title={said.delete_title(form.title)}
      act={said.delete_act}
      run={() => here.api.delete('/v1/forms/{id}', { params: { id: form.id } })}
      done={said.deleted}
      onDone={onDone}
      onClose={onClose}
    >
      {said.delete_detail}
    </Confirmation>
  );
}
