import { useQuery } from '@tanstack/react-query';
import { useHere } from '../accounts/newsletters.ts';
import { sentEmailsQuery } from '../audience/queries.ts';
import { feedsQuery } from '../automations/queries.ts';
import { ConditionField } from '../automations/sequences/condition-field.tsx';
import { sequencesQuery } from '../sequences/queries.ts';
import { SelectField } from '../ui/field.tsx';
import { words } from '../words.ts';
import { isLimited, type Only } from './only.ts';
import styles from './webhook-screen.module.css';

const said = words.webhooks;

/** Chooses the people, the email and the automation that events must be about. */
export function OnlyFields({ only, onChange }: { only: Only; onChange: (only: Only) => void }) {
  const here = useHere();
  const { data: emails } = useQuery(sentEmailsQuery(here));
  const { data: feeds } = useQuery(feedsQuery(here));
  const { data: sequences } = useQuery(sequencesQuery(here));
  const automations = feeds && sequences && [...sequences, ...feeds].map(({ id, name }) => ({ id, name }));
  return (
    <details className={styles.only} open={isLimited(only)}>
      <summary>{said.only}</summary>
      <p>{said.only_hint}</p>
      <ConditionField
        label={said.only_people}
        none={said.only_everybody}
        hint={said.only_people_hint}
        filter={only.filters}
        onChange={filters => onChange({ ...only, filters })}
      />
      <Choice
        label={said.only_email}
        any={said.any_email}
        several={said.several_emails}
        ids={only.email_ids}
        known={emails}
        onChange={email_ids => onChange({ ...only, email_ids })}
      />
      <Choice
        label={said.only_automation}
        any={said.any_automation}
        several={said.several_automations}
        ids={only.automation_ids}
        known={automations}
        onChange={automation_ids => onChange({ ...only, automation_ids })}
      />
    </details>
  );
}

/** Chooses one of the known objects. Several, or an unlisted one, are kept: a program may have set them. */
function Choice({
  label,
  any,
  several,
  ids,
  known = [],
  onChange,
}: {
  label: string;
  any: string;
  several: (count: number) => string;
  ids: string[];
  known: { id: string; name: string }[] | undefined;
  onChange: (ids: string[]) => void;
}) {
  const [first = ''] = ids;
  const isListed = ids.length === 0 || (ids.length === 1 && known.some(({ id }) => id === first));
  return (
    <SelectField
      label={label}
      value={isListed ? first : 'several'}
      onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}
    >
      <option value="">{any}</option>
      {!isListed && (
        <option value="several" disabled>
          {several(ids.length)}
        </option>
      )}
      {known.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
