import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Tag } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField, Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';

const named = words.tags;

/** Makes a tag, or changes one. */
export function TagForm({
  here,
  tag,
  onDone,
  onClose,
}: {
  here: Here;
  tag?: Tag;
  onDone: () => void;
  onClose: () => void;
}) {
  const [isTopic, setIsTopic] = useState(tag?.subscriber_editable ?? false);
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim();
      const body = {
        ...{ name: text('name'), description: text('description'), color: text('color') },
        subscriber_editable: isTopic,
        ...(isTopic && { public_description: text('public_description') }),
      };
      return tag
        ? must(() => here.api.patch('/v1/tags/{id}', { params: { id: tag.id }, body }))
        : must(() => here.api.post('/v1/tags', { body }));
    },
    onSuccess: ({ name }) => {
      say(tag ? named.saved : named.made(name));
      onDone();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  const wrong = errorAt(save.error, 'name');
  const title = tag ? named.edit_title(tag.name) : named.make;
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <Field
            name="name"
            label={named.name}
            defaultValue={tag?.name}
            required
            maxLength={100}
            error={wrong}
            autoComplete="off"
          />
          <Field
            name="description"
            label={named.description}
            hint={named.description_hint}
            defaultValue={tag?.description}
            maxLength={1000}
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
              maxLength={1000}
            />
          )}
          {save.error && !wrong && <Failure error={save.error} />}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={save.isPending}>
            {tag ? words.parts.save : named.make}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
