import type { Me } from '../../../src/client/schema.ts';
import { Options, SelectField } from '../ui/field.tsx';
import { Failure } from '../ui/state.tsx';
import { ownLanguage as text } from '../words/own-language.ts';
import { changeMe, useProven } from './me.ts';

/** Each language by its own name, so that everybody finds theirs. */
const names: [Me['language'], string][] = [
  ['de', 'Deutsch (du)'],
  ['de-formal', 'Deutsch (Sie)'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
];

/** The language of the dashboard. The choice loads the page again. */
export function OwnLanguage({ me }: { me: Me }) {
  const save = useProven(changeMe, () => location.reload());
  return (
    <>
      <SelectField
        name="language"
        label={text.label}
        hint={text.hint}
        value={save.variables?.language ?? me.language}
        onChange={event => save.mutate({ language: event.target.value as Me['language'] })}
      >
        <option value="">{text.browser}</option>
        <Options of={names} />
      </SelectField>
      {save.error && <Failure error={save.error} />}
    </>
  );
}
