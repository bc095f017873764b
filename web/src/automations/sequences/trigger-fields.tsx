import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { errorAt } from '../../platform/failure.ts';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { ConditionField } from './condition-field.tsx';
import type { Draft, Part } from './draft.ts';
import styles from './editor.module.css';
import { concernsPerson } from './step-types.ts';

const said = words.sequence_editor;

/** The triggers that people can choose. Others are only shown if the sequence has one. */
const offered: (keyof typeof words.triggers)[] = [
  'subscriber.confirmed',
  'subscriber.created',
  'subscriber.tags.changed',
  'subscriber.paid',
  'subscriber.churned',
  'subscriber.trial_started',
  'subscriber.trial_ended',
  'subscriber.date',
  'subscriber.opened',
  'subscriber.clicked',
  'subscriber.delivered',
  'subscriber.responded_to_survey',
  'subscriber.referred',
  'subscriber.commented',
  'subscriber.replied',
  'automation.invoked',
  'email.send.started',
  'email.sent',
  'date.day.started',
  'date.week.started',
  'date.month.started',
];

/** Edits the trigger of the sequence, and for whom it starts. */
export function TriggerFields(part: Part) {
  const { draft, error, onChange } = part;
  const known: Record<string, string> = words.triggers;
  const triggers: string[] = offered.some(one => one === draft.trigger)
    ? offered
    : [draft.trigger, ...offered];
  return (
    <section>
      <h2>{said.begins}</h2>
      <SelectField
        label={said.trigger}
        value={draft.trigger}
        error={errorAt(error, 'trigger')}
        onChange={({ target }) => onChange(beginningWith(target.value))}
      >
        {triggers.map(trigger => (
          <option key={trigger} value={trigger}>
            {known[trigger] ?? trigger}
          </option>
        ))}
      </SelectField>
      <Details {...part} />
      {concernsPerson(draft.trigger) && (
        <ConditionField
          label={said.who}
          none={said.everybody}
          filter={draft.people}
          onChange={people => onChange({ people })}
        />
      )}
    </section>
  );
}

/** Returns a draft's changes for another trigger. One that concerns no person has no conditions on people. */
function beginningWith(trigger: string): Partial<Draft> {
  return { trigger, event: [], ...(!concernsPerson(trigger) && { people: undefined, goal: undefined }) };
}

/** Asks for the details of the trigger: the tag, link or date. */
function Details({ draft, error, onChange }: Part) {
  const here = useHere();
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const { trigger, trigger_date } = draft;
  const asked = (field: string) => draft.event.find(one => one.field === field)?.value ?? '';
  const ask = (field: string, operator: Draft['event'][number]['operator'], value: string) => {
    const others = draft.event.filter(one => one.field !== field);
    onChange({ event: value === '' ? others : [...others, { field, operator, value }] });
  };
  if (trigger === 'subscriber.tags.changed') {
    const chosen = asked('event.added_tag');
    return (
      <SelectField
        label={said.tag}
        value={tags.find(({ name }) => name === chosen)?.id ?? chosen}
        onChange={({ target }) => ask('event.added_tag', 'equals', target.value)}
      >
        <option value="">{said.any_tag}</option>
        {tags.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    );
  }
  if (trigger === 'subscriber.clicked')
    return (
      <Field
        label={said.url}
        hint={said.url_hint}
        maxLength={500}
        value={asked('event.url')}
        onChange={({ target }) => ask('event.url', 'contains', target.value)}
      />
    );
  if (trigger === 'subscriber.referred')
    return (
      <Field
        type="number"
        min={1}
        label={said.milestone}
        hint={said.milestone_hint}
        value={asked('event.referral_count')}
        onChange={({ target }) => ask('event.referral_count', 'equals', target.value)}
      />
    );
  if (trigger !== 'subscriber.date') return null;
  const change = (changes: Partial<Draft['trigger_date']>) =>
    onChange({ trigger_date: { ...trigger_date, ...changes } });
  return (
    <>
      <div className={styles.span}>
        <Field
          label={said.date_key}
          hint={said.date_key_hint}
          required
          maxLength={200}
          value={trigger_date.key}
          error={errorAt(error, 'trigger_date')}
          onChange={({ target }) => change({ key: target.value })}
        />
        <Field
          type="number"
          min={0}
          max={365}
          required
          label={said.days_before}
          value={trigger_date.days_before}
          onChange={({ target }) => change({ days_before: Number(target.value) })}
        />
      </div>
      <CheckField
        label={said.yearly}
        checked={trigger_date.yearly}
        onChange={({ target }) => change({ yearly: target.checked })}
      />
    </>
  );
}
