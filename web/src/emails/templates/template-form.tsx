import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { textOf } from '../../platform/form.ts';
import { limits } from '../../platform/limits.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { templates as said } from '../../words/templates.ts';
import { words } from '../../words.ts';
import { BoxedEditor } from '../editor/boxed-editor.tsx';
import { useKnown } from '../editor/known.ts';

type Form = { template?: Template; onDone: () => void; onClose: () => void };

/** Creates or changes a template. */
export function TemplateForm({ template, onDone, onClose }: Form) {
  const here = useHere();
  const [body, setBody] = useState(template?.body ?? '');
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const given = { name: textOf(form, 'name'), subject: textOf(form, 'subject'), body };
      return template
        ? here.api.patch('/v1/templates/{id}', { params: { id: template.id }, body: given })
        : here.api.post('/v1/templates', { body: given });
    },
    onSuccess: ({ name }) => {
      say(template ? words.parts.saved : said.made(name));
      onDone();
    },
  });
  const field = (name: 'name' | 'subject') => ({
    name,
    label: said[name],
    error: errorAt(save.error, name),
    defaultValue: template?.[name],
    maxLength: limits.templates[name],
    autoComplete: 'off',
  });
  return (
    <FormDialog
      kind="wide"
      title={template ? said.edit_title(template.name) : said.make}
      act={template ? words.parts.save : said.make}
      action={save}
      shown={['name', 'subject', 'body']}
      onSubmit={save.mutate}
      onClose={onClose}
    >
      <Field {...field('name')} required />
      <Field {...field('subject')} hint={said.subject_hint} />
      <BoxedEditor
        label={said.body}
        hint={template && said.edit_hint}
        error={errorAt(save.error, 'body')}
        value={body}
        known={useKnown(here)}
        onChange={setBody}
      />
    </FormDialog>
  );
}
