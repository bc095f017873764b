import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Snippet } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { BoxedEditor } from './boxed-editor.tsx';
import { useKnown } from './known.ts';

const named = words.snippets;

/** Makes a snippet, or changes one. A new one is named in templates after its name, unless somebody chooses. */
export function SnippetForm({
  here,
  snippet,
  onDone,
  onClose,
}: {
  here: Here;
  snippet?: Snippet;
  onDone: () => void;
  onClose: () => void;
}) {
  const [name, setName] = useState(snippet?.name ?? '');
  const [chosen, setChosen] = useState(snippet?.identifier);
  const [content, setContent] = useState(snippet?.content ?? '');
  const identifier = chosen ?? identifierOf(name);
  const known = useKnown(here);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), identifier, content };
      return snippet
        ? must(() => here.api.patch('/v1/snippets/{id}', { params: { id: snippet.id }, body }))
        : must(() => here.api.post('/v1/snippets', { body }));
    },
    onSuccess: saved => {
      say(snippet ? words.parts.saved : named.made(saved.name));
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const [wrongName, wrongIdentifier] = [errorAt(save.error, 'name'), errorAt(save.error, 'identifier')];
  return (
    <Dialog kind="wide" title={snippet ? named.edit_title(snippet.name) : named.make} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <Field
            label={named.name}
            value={name}
            required
            maxLength={200}
            error={wrongName}
            autoComplete="off"
            onChange={event => setName(event.target.value)}
          />
          <Field
            label={named.identifier}
            hint={named.identifier_hint(identifier)}
            value={identifier}
            required
            maxLength={100}
            error={wrongIdentifier}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={event => setChosen(event.target.value)}
          />
          <BoxedEditor
            here={here}
            label={named.content}
            hint={
              snippet && snippet.reference_count > 0 ? named.edit_used(snippet.reference_count) : undefined
            }
            error={errorAt(save.error, 'content')}
            value={content}
            known={known}
            onChange={setContent}
          />
          {save.error && !wrongName && !wrongIdentifier && !errorAt(save.error, 'content') && (
            <Failure error={save.error} />
          )}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={save.isPending}>
            {snippet ? words.parts.save : named.make}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The name as templates can write it: "Sponsor of May" is "sponsor_of_may". */
function identifierOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 100);
}
