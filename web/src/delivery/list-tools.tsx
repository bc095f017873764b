import { ChoiceChips, FilterLine } from '../ui/filter-line.tsx';
import { SearchField } from '../ui/search-field.tsx';

/** Above a list that is searched by one field and filtered by another: both, and how many rows there are. */
export function ListTools<Choice extends string>({
  count,
  search,
  typed = '',
  all,
  choices,
  names,
  chosen,
  onChange,
}: {
  count: string;
  /** The label of the search. */
  search: string;
  typed: string | undefined;
  all: string;
  choices: readonly Choice[];
  names: Record<Choice, string>;
  chosen: Choice | undefined;
  onChange: (chosen: Choice | undefined, typed: string) => void;
}) {
  return (
    <FilterLine count={count}>
      <SearchField
        label={search}
        placeholder={search}
        value={typed}
        onSearch={word => onChange(chosen, word)}
      />
      <ChoiceChips
        all={all}
        choices={choices}
        names={names}
        chosen={chosen}
        onChoose={one => onChange(one, typed)}
      />
    </FilterLine>
  );
}
