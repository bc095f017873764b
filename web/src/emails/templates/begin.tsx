import { useQuery } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { firstTemplates, templates as said } from '../../words/templates.ts';
import type { Fields } from '../fields.ts';
import { titleOf } from '../title.ts';
import styles from './begin.module.css';
import { lastIssuesQuery, templatesQuery } from './queries.ts';
import { structureOf } from './structure.ts';

type Beginning = { key: string; name: string; detail: string; fields: () => Partial<Fields> };

/** Offers what an empty email can begin with: the last issue's structure, the newsletter's templates, and the built-in ones. */
export function Begin({ onBegin }: { onBegin: (fields: Partial<Fields>) => void }) {
  const here = useHere();
  const own = useQuery(templatesQuery(here));
  const issues = useQuery(lastIssuesQuery(here));
  // All of it appears at once, so that nothing below it moves.
  if (own.isPending || issues.isPending) return null;
  const beginnings: Beginning[] = [
    ...likeLast(issues.data ?? []),
    ...(own.data ?? []).map(({ id, name, subject, body, email_type, template, locale, archival_mode }) => ({
      key: id,
      name,
      detail: subject,
      fields: () => ({ subject, body, email_type, template, locale, archival_mode }),
    })),
    ...firstTemplates.map(({ name, detail, subject, body }) => ({
      key: name,
      name,
      detail,
      fields: () => ({ subject, body }),
    })),
  ];
  return (
    <section className={styles.begin} aria-label={said.begin}>
      <h2>{said.begin}</h2>
      <ul>
        {beginnings.map(({ key, name, detail, fields }) => (
          <li key={key}>
            <button type="button" onClick={() => onBegin(fields())}>
              <span>{name}</span>
              <small>{detail}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function likeLast([last, before]: Email[]): Beginning[] {
  if (!last) return [];
  const { email_type, template, locale, archival_mode, included_tags, excluded_tags } = last;
  const { should_send_teaser } = last;
  const kept = {
    email_type,
    template,
    locale,
    archival_mode,
    included_tags,
    excluded_tags,
    should_send_teaser,
  };
  const fields = () => ({ ...kept, ...structureOf(last, before) });
  return [{ key: 'last', name: said.last, detail: titleOf(last), fields }];
}
