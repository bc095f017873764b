import { inOrder } from '../platform/alphabet.ts';
import { nameOf, others, spoken } from '../platform/languages.ts';
import { words } from '../words.ts';
import { Options } from './field.tsx';

/** The options of a language field, including the chosen one. `none` is the name of the empty option. */
export function LanguageOptions({ chosen, none }: { chosen: string; none?: string }) {
  const known = [...spoken, ...others].includes(chosen) || chosen === '';
  return (
    <>
      {none && <option value="">{none}</option>}
      {!known && <option value={chosen}>{nameOf(chosen)}</option>}
      <Group label={words.languages.spoken} tags={spoken} />
      <Group label={words.languages.others} tags={others} />
    </>
  );
}

function Group({ label, tags }: { label: string; tags: readonly string[] }) {
  const sorted = tags.toSorted((one, other) => inOrder(nameOf(one), nameOf(other)));
  return (
    <optgroup label={label}>
      <Options of={sorted.map(tag => [tag, nameOf(tag)])} />
    </optgroup>
  );
}
