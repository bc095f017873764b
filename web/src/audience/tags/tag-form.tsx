import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tag } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { textOf } from '../../platform/form.ts';
import { limits } from '../../platform/limits.ts';
import { CheckField, Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';

const named = words.tags;

/** Creates or changes a tag. */
export function TagForm({ tag, onDone, onClose }: { tag?: Tag; onDone: () => void; onClose: () => void }) {
  const here = useHere();
  const [isTopic, setIsTopic] = useState(tag?.subscriber_editable ?? false);
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const body = {
        name: textOf(form, 'name'),
        description: textOf(form, 'description'),
        color: textOf(form, 'color'),
        subscriber_editable: isTopic,
        ...(isTopic && { public_description: textOf(form, 'public_description') }),
      };
      return tag
        ? here.api.patch('/v1/tags/{id}', { params: { id: tag.id }, body })
        : here.api.post('/v1/tags', { body });
    },
    onSuccess: ({ name }) => {
      say(tag ? named.saved : named.made(name));
      onDone();
    },
  });
  const title = tag ? named.edit_title(tag.name) : named.make;
  return (
    <FormDialog
      title={title}
      act={tag ? words.parts.save : named.make}
      action={save}
      shown={['name']}
      onSubmit={form => save.mutate(form)}
      onClose={onClose}
    >
      <Field
        name="name"
        label={named.name}
        defaultValue={tag?.name}
        required
        maxLength={limits.tags.name}
        error={errorAt(save.error, 'name')}
        autoComplete="off"
      />
      <Field
        name="description"
        label={named.description}
        hint={named.description_hint}
        defaultValue={tag?.description}
        maxLength={limits.tags.description}
      />
      <Field name="color" type="color" label={named.color} defaultValue={tag?.color ?? '#4f6d8f'} />
      <CheckField
        label={named.subscriber_editable}
        hint={named.subscriber_editable_hint}
        checked={isTopic}
        onChange={event => setIsTopic(event.target.checked)}
      />
      {isTopic && (
        <Field
          name="public_description"
          label={named.public_description}
          defaultValue={tag?.public_description}
          maxLength={limits.tags.public_description}
        />
      )}
    </FormDialog>
  );
}
