import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Form } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen } from '../../accounts/things-screen.tsx';
import { must, queryClient } from '../../platform/api.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { ownForms as said } from '../../words/own-forms.ts';
import { words } from '../../words.ts';
import { PlacesDialog, ReportDialog } from './form-dialogs.tsx';
import { FormEditor } from './form-editor.tsx';
import { formsQuery } from './queries.ts';

/** Forms with questions, texts and tags of their own: making, changing, closing and deleting them, their code, and who signed up. */
export function OwnFormsScreen() {
  const here = useHere();
  const mayChange = usePermission('settings', 'write');
  const { make: makes = false } = useSearch({ from: '/$newsletter/frame/forms/more' });
  const navigate = useNavigate({ from: '/$newsletter/forms/more' });
  const setMakes = (make: boolean) => void navigate({ search: make ? { make } : {} });
  const query = useQuery(formsQuery(here));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: formsQuery(here).queryKey });
  const done = (close: () => void) => () => {
    close();
    refresh();
  };
  const move = useMutation({
    mutationFn: ({ id, status }: Form) =>
      must(() =>
        here.api.patch('/v1/forms/{id}', {
          params: { id },
          body: { status: status === 'active' ? 'inactive' : 'active' },
        }),
      ),
    onSuccess: ({ status }) => {
      say(status === 'active' ? said.opened : said.closed);
      refresh();
    },
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
  return (
    <>
      <ThingsScreen
        title={said.title}
        said={said}
        query={{ ...query, data: query.data?.map(form => ({ ...form, name: form.title })) }}
        lines={4}
        make={
          mayChange && (
            <Button look="solid" onClick={() => setMakes(true)}>
              {said.make}
            </Button>
          )
        }
        noteOf={form => (
          <>
            <a href={form.page_url} target="_blank" rel="noreferrer">
              /{form.slug}
            </a>{' '}
            · {said.note(form.subscriber_count, form.confirmed_subscriber_count, form.status === 'inactive')}
          </>
        )}
        acts={(form, close) => {
          const all = { form, onDone: done(close), onClose: close };
          const seen = [
            { label: said.report, dialog: <ReportDialog form={form} onClose={close} /> },
            { label: said.places, dialog: <PlacesDialog form={form} onClose={close} /> },
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
      {makes && mayChange && (
        <FormEditor onDone={done(() => setMakes(false))} onClose={() => setMakes(false)} />
      )}
    </>
  );
}

function DeleteForm({ form, onDone, onClose }: { form: Form; onDone: () => void; onClose: () => void }) {
  const here = useHere();
  return (
    <Confirmation
      title={said.delete_title(form.title)}
      act={said.delete_act}
      run={() => must(() => here.api.delete('/v1/forms/{id}', { params: { id: form.id } }))}
      done={said.deleted}
      onDone={onDone}
      onClose={onClose}
    >
      {said.delete_detail}
    </Confirmation>
  );
}
