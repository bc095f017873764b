import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Snippet } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { limits } from '../../platform/limits.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { BoxedEditor } from '../editor/boxed-editor.tsx';
import { useKnown } from '../editor/known.ts';

const named = words.snippets;

/** Creates or changes a snippet. A new one gets an identifier made of its name, unless somebody chooses another. */
export function SnippetForm({
  snippet,
  onDone,
  onClose,
}: {
  snippet?: Snippet;
  onDone: () => void;
  onClose: () => void;
}) {
  const here = useHere();
  const [name, setName] = useState(snippet?.name ?? '');
  const [chosen, setChosen] = useState(snippet?.identifier);
  const [content, setContent] = useState(snippet?.content ?? '');
  const identifier = chosen ?? identifierOf(name);
  const known = useKnown(here);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), identifier, content };
      return snippet
        ? here.api.patch('/v1/snippets/{id}', { params: { id: snippet.id }, body })
        : here.api.post('/v1/snippets', { body });
    },
    onSuccess: saved => {
      say(snippet ? words.parts.saved : named.made(saved.name));
      onDone();
    },
  });
  return (
    <FormDialog
      kind="wide"
      title={snippet ? named.edit_title(snippet.name) : named.make}
      act={snippet ? words.parts.save : named.make}
      action={save}
      shown={['name', 'identifier', 'content']}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={named.name}
        value={name}
        required
        maxLength={limits.snippets.name}
        error={errorAt(save.error, 'name')}
        autoComplete="off"
        onChange={event => setName(event.target.value)}
      />
      <Field
        label={named.identifier}
        hint={named.identifier_hint(identifier)}
        value={identifier}
        required
        error={errorAt(save.error, 'identifier')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={event => setChosen(event.target.value)}
      />
      <BoxedEditor
        label={named.content}
        hint={snippet && snippet.reference_count > 0 ? named.edit_used(snippet.reference_count) : undefined}
        error={errorAt(save.error, 'content')}
        value={content}
        known={known}
        onChange={setContent}
      />
    </FormDialog>
  );
}

/** Returns the name as templates can write it: "sponsor_of_may" for "Sponsor of May". */
function identifierOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 100);
}
