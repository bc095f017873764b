import { useMutation, useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/chip.tsx';
import { Options } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { progressQuery } from '../queries.ts';
import { exportRecipients } from './recipient-details.ts';
import type { RecipientOrder, Wanted } from './recipient-queries.ts';
import styles from './recipients-screen.module.css';

const { statuses, reactions, orders } = words.recipients;
type Status = keyof typeof statuses;

type Tools = {
  email_id: string;
  wanted: Wanted;
  count: number | undefined;
  slug: string;
  onShow: (wanted: Wanted) => void;
};

/** Offers filters, search, order and export of the recipients. Only values that some recipient has can be chosen. */
export function RecipientTools({ email_id, wanted, count, slug, onShow }: Tools) {
  const here = useHere();
  const { data: progress } = useQuery(progressQuery(here, email_id));
  const { status, reaction, search, order } = wanted;
  const chosen = status?.split(',') ?? [];
  const offered = (Object.keys(statuses) as Status[]).filter(
    name => chosen.includes(name) || (progress?.[name] ?? 0) > 0,
  );
  const save = useMutation({
    mutationFn: () => exportRecipients(here, email_id, wanted),
    onSuccess: text => {
      saveFile(`${slug}-recipients.csv`, text, 'text/csv;charset=utf-8');
      say(words.recipients.exported);
    },
  });
  const next = (change: { [Name in keyof Wanted]: Wanted[Name] | undefined }) => {
    const merged = Object.entries({ ...wanted, ...change }).filter(([, value]) => value !== undefined);
    onShow(Object.fromEntries(merged));
  };
  return (
    <div className={styles.tools}>
      <fieldset aria-label={words.recipients.filter}>
        {offered.map(name => (
          <FilterChip
            key={name}
            on={chosen.includes(name)}
            onChange={on => next({ status: on ? name : undefined })}
          >
            {statuses[name]} {words.number(progress?.[name] ?? 0)}
          </FilterChip>
        ))}
        {(Object.keys(reactions) as (keyof typeof reactions)[]).map(name => (
          <FilterChip
            key={name}
            on={reaction === name}
            onChange={on => next({ reaction: on ? name : undefined })}
          >
            {reactions[name]}
          </FilterChip>
        ))}
        {reaction === 'resendable' && (
          <FilterChip on onChange={() => next({ reaction: undefined })}>
            {words.recipients.resendable}
          </FilterChip>
        )}
      </fieldset>
      <div className={styles.finds}>
        <SearchField
          label={words.recipients.search}
          placeholder={words.recipients.search}
          value={search ?? ''}
          onSearch={text => next({ search: text || undefined })}
        />
        <label className={styles.order}>
          {words.recipients.order}{' '}
          <select
            value={order ?? ''}
            onChange={({ target }) =>
              next({ order: (target.value || undefined) as RecipientOrder | undefined })
            }
          >
            <Options of={Object.entries(orders)} />
          </select>
        </label>
        <div className={styles.counted}>
          {count !== undefined && words.recipients.list(count)}
          <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
            {words.recipients.export}
          </Button>
        </div>
      </div>
      {save.error && <Failure error={save.error} />}
    </div>
  );
}
