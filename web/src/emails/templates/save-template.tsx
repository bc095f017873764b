import { useMutation } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { errorAt } from '../../platform/failure.ts';
import { textOf } from '../../platform/form.ts';
import { limits } from '../../platform/limits.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { templates as said } from '../../words/templates.ts';
import type { Fields } from '../fields.ts';
import { templatesQuery } from './queries.ts';

/** Asks for a name, and saves the text as a template. The email does not change. */
export function SaveTemplate({ fields, onClose }: { fields: Fields; onClose: () => void }) {
  const here = useHere();
  const save = useMutation({
    mutationFn: (name: string) => {
      const { subject, body, email_type, template, locale, archival_mode } = fields;
      const kept = { subject, body, email_type, template, locale, archival_mode };
      return here.api.post('/v1/templates', { body: { name, ...kept } });
    },
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: templatesQuery(here).queryKey });
      say(said.made(name));
      onClose();
    },
  });
  return (
    <FormDialog
      title={said.save_title}
      act={said.save_act}
      action={save}
      shown={['name']}
      onSubmit={form => save.mutate(textOf(form, 'name'))}
      onClose={onClose}
    >
      <Field
        label={said.name}
        name="name"
        hint={said.save_hint}
        error={errorAt(save.error, 'name')}
        defaultValue={fields.subject.slice(0, limits.templates.name)}
        maxLength={limits.templates.name}
        required
        autoComplete="off"
        data-focus
      />
    </FormDialog>
  );
}
