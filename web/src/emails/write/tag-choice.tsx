import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { FilterChip } from '../../ui/chip.tsx';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import styles from './settings-sheet.module.css';

const settings = words.rail;

type Lists = Pick<Fields, 'included_tags' | 'excluded_tags'>;
type Choosing = {
  filters: Email['filters'] | undefined;
  /** The email whose readers can be listed. */
  email_id?: string | undefined;
  fields: Lists;
  isClosed: boolean;
  /** The reason why the tags can no longer change. */
  fixed?: string | undefined;
  onChange: (changes: Partial<Lists>) => void;
};

/** Chooses the tags that decide who gets the email. An audience that tags cannot express is shown and left as it is. */
export function TagChoice({ filters, email_id, fields, isClosed, fixed, onChange }: Choosing) {
  const here = useHere();
  const { data } = useQuery(tagsQuery(here));
  const { included_tags, excluded_tags } = fields;
  const tagged = included_tags.length + excluded_tags.length;
  const isFiltered = tagged === 0 && filters && filters.filters.length + filters.groups.length > 0;
  if (isFiltered) return <p className={styles.choice}>{settings.filtered}</p>;
  if (!data || data.length === 0) return null;
  const toggle = (list: string[], id: string, on: boolean) =>
    on ? [...list, id] : list.filter(one => one !== id);
  const row = (name: 'included_tags' | 'excluded_tags') => (
    <fieldset className={styles.choice}>
      <legend>{settings[name]}</legend>
      <div className={styles.tags}>
        {data.map(tag => (
          <FilterChip
            key={tag.id}
            on={fields[name].includes(tag.id)}
            disabled={isClosed}
            onChange={on => onChange({ [name]: toggle(fields[name], tag.id, on) })}
          >
            {tag.name}
          </FilterChip>
        ))}
      </div>
    </fieldset>
  );
  return (
    <>
      {row('included_tags')}
      {row('excluded_tags')}
      {fixed && (
        <div className={styles.choice}>
          <p>{fixed}</p>
        </div>
      )}
      {email_id && !fixed && (
        <p className={styles.choice}>
          <Link
            to="/$newsletter/subscribers"
            params={{ newsletter: here.newsletter.username }}
            search={{ email: email_id }}
          >
            {settings.who}
          </Link>
        </p>
      )}
    </>
  );
}
