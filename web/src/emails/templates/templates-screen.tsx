import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Template } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen } from '../../accounts/things-screen.tsx';
import { must, queryClient } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { templates as said } from '../../words/templates.ts';
import { words } from '../../words.ts';
import { countWords } from '../fields.ts';
import { templatesQuery } from './queries.ts';
import { TemplateForm } from './template-form.tsx';

/** The newsletter's templates, which new emails can begin with: making, changing and deleting them. */
export function TemplatesScreen() {
  const here = useHere();
  const mayChange = usePermission('emails', 'write');
  const { make: makes = false } = useSearch({ from: '/$newsletter/frame/settings/templates' });
  const navigate = useNavigate({ from: '/$newsletter/settings/templates' });
  const setMakes = (make: boolean) => void navigate({ search: make ? { make } : {} });
  const done = (close: () => void) => () => {
    close();
    void queryClient.invalidateQueries({ queryKey: templatesQuery(here).queryKey });
  };
  return (
    <>
      <ThingsScreen
        title={words.frame.templates}
        said={said}
        query={useQuery(templatesQuery(here))}
        lines={4}
        make={
          mayChange && (
            <Button look="solid" onClick={() => setMakes(true)}>
              {said.make}
            </Button>
          )
        }
        noteOf={({ subject, body }) => said.note(subject, countWords(body))}
        acts={(template, close) => {
          const all = { template, onDone: done(close), onClose: close };
          if (!mayChange) return [];
          return [
            { label: said.edit, dialog: <TemplateForm {...all} /> },
            { label: said.remove, danger: true, dialog: <DeleteTemplate {...all} /> },
          ];
        }}
      />
      {makes && mayChange && (
        <TemplateForm onDone={done(() => setMakes(false))} onClose={() => setMakes(false)} />
      )}
    </>
  );
}

type Deleting = { template: Template; onDone: () => void; onClose: () => void };

function DeleteTemplate({ template: { id, name }, onDone, onClose }: Deleting) {
  const here = useHere();
  return (
    <Confirmation
      title={said.delete_title(name)}
      act={said.delete_act}
      run={() => must(() => here.api.delete('/v1/templates/{id}', { params: { id } }))}
      done={said.deleted(name)}
      onDone={onDone}
      onClose={onClose}
    >
      {said.delete_detail}
    </Confirmation>
  );
}
