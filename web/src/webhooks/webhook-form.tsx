import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { typeGroups } from '../journal/event-words.ts';
import { queryClient } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { textOf } from '../platform/form.ts';
import { limits } from '../platform/limits.ts';
import { CheckField, Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import { say } from '../ui/toast.tsx';
import type { EventType } from '../words/journal.ts';
import { words } from '../words.ts';
import { onlyOf } from './only.ts';
import { OnlyFields } from './only-fields.tsx';
import { webhooksKey } from './webhook-queries.ts';
import styles from './webhook-screen.module.css';

const said = words.webhooks;

/** Creates or changes a webhook: its address, its events, and whom they are about. */
export function WebhookForm({
  webhook,
  onSaved,
  onClose,
}: {
  webhook?: Webhook;
  onSaved: (saved: Webhook) => void;
  onClose: () => void;
}) {
  const here = useHere();
  const [choice, setChoice] = useState<keyof typeof said.choices>(
    webhook && webhook.event_types.length > 0 ? 'some' : 'all',
  );
  const [only, setOnly] = useState(() => onlyOf(webhook));
  const [isLacking, setLacking] = useState(false);
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const event_types = choice === 'all' ? [] : (form.getAll('event_types') as EventType[]);
      const body = {
        ...only,
        filters: only.filters ?? null,
        url: textOf(form, 'url'),
        description: textOf(form, 'description'),
        event_types,
      };
      return webhook
        ? here.api.patch('/v1/webhooks/{id}', { params: { id: webhook.id }, body })
        : here.api.post('/v1/webhooks', { body });
    },
    onSuccess: async saved => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(here) });
      say(webhook ? said.saved : said.created);
      onSaved(saved);
    },
  });
  const submit = (form: FormData) => {
    const lacks = choice === 'some' && form.getAll('event_types').length === 0;
    setLacking(lacks);
    if (!lacks) save.mutate(form);
  };
  return (
    <FormDialog
      kind="wide"
      title={webhook ? said.edit_title : said.make}
      act={webhook ? words.parts.save : said.make}
      action={save}
      shown={['url']}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        name="url"
        type="url"
        label={said.url}
        hint={said.url_hint}
        placeholder="https://"
        defaultValue={webhook?.url}
        required
        maxLength={limits.webhooks.url}
        autoComplete="off"
        error={errorAt(save.error, 'url')}
        data-focus
      />
      <Field
        name="description"
        label={said.description}
        hint={said.description_hint}
        defaultValue={webhook?.description}
        maxLength={limits.webhooks.description}
      />
      <fieldset className={styles.types}>
        <legend>{said.which}</legend>
        <Segments label={said.which} value={choice} options={said.choices} onChange={setChoice} />
        {choice === 'all' ? <p>{said.all_hint}</p> : <Types chosen={webhook?.event_types ?? []} />}
        {isLacking && <p role="alert">{said.choose_some}</p>}
      </fieldset>
      <OnlyFields only={only} onChange={setOnly} />
    </FormDialog>
  );
}

/** Lists every kind of event with its meaning. */
function Types({ chosen }: { chosen: EventType[] }) {
  return Object.entries(typeGroups).map(([group, types]) => (
    <section key={group}>
      <h3>{words.journal.groups[group as keyof typeof typeGroups]}</h3>
      <div>
        {types.map(type => (
          <CheckField
            key={type}
            name="event_types"
            value={type}
            label={words.event_types[type].name}
            hint={words.event_types[type].means}
            defaultChecked={chosen.includes(type)}
          />
        ))}
      </div>
    </section>
  ));
}
