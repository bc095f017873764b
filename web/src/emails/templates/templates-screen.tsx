import { useQuery } from '@tanstack/react-query';
import type { Template } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen } from '../../accounts/things-screen.tsx';
import { queryClient } from '../../platform/api.ts';
import { Confirmation } from '../../ui/dialog.tsx';
import { templates as said } from '../../words/templates.ts';
import { words } from '../../words.ts';
import { countWords } from '../fields.ts';
import { templatesQuery } from './queries.ts';
import { TemplateForm } from './template-form.tsx';

/** Lists the newsletter's templates, with which new emails can begin, and lets people create, change and delete them. */
export function TemplatesScreen() {
  const here = useHere();
  const mayChange = usePermission('emails', 'write');
  const refresh = () => void queryClient.invalidateQueries({ queryKey: templatesQuery(here).queryKey });
  return (
    <ThingsScreen
      title={words.frame.templates}
      said={said}
      query={useQuery(templatesQuery(here))}
      lines={4}
      refresh={refresh}
      make={mayChange && (ends => <TemplateForm {...ends} />)}
      noteOf={({ subject, body }) => said.note(subject, countWords(body))}
      acts={(template, ends) => {
        const all = { template, ...ends };
        if (!mayChange) return [];
        return [
          { label: said.edit, dialog: <TemplateForm {...all} /> },
          { label: said.remove, danger: true, dialog: <DeleteTemplate {...all} /> },
        ];
      }}
    />
  );
}

type Deleting = { template: Template; onDone: () => void; onClose: () => void };

function DeleteTemplate({ template: { id, name }, onDone, onClose }: Deleting) {
  const here = useHere();
  return (
    <Confirmation
      title={said.delete_title(name)}
      act={said.delete_act}
      run={() => here.api.delete('/v1/templates/{id}', { params: { id } })}
      done={said.deleted(name)}
      onDone={onDone}
      onClose={onClose}
    >
      {said.delete_detail}
    </Confirmation>
  );
}
