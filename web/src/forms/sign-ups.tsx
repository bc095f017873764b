import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SignUpForm } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { Note, Section } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { words } from '../words.ts';
import styles from './forms.module.css';
import { signUpFormQuery } from './queries.ts';
import { Refused } from './refused.tsx';

const named = words.forms;
const counts = ['signed_up', 'confirmed', 'waiting', 'readers'] as const;
type Tally = SignUpForm['totals'];

/** Shows how many people signed up through forms, with what each number means, by page and by tag. */
export function SignUps({ here }: { here: Here }) {
  const { days = 30 } = useSearch({ from: '/$newsletter/frame/forms/' });
  const navigate = useNavigate({ from: '/$newsletter/forms' });
  const form = useQuery(signUpFormQuery(here, days));
  return (
    <Section
      title={named.who}
      action={
        <Segments
          label={named.period}
          value={`${days as 30 | 90 | 365}`}
          options={named.periods}
          onChange={chosen =>
            void navigate({
              search: chosen === '30' ? {} : { days: Number(chosen) },
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      <Loaded query={form} lines={4}>
        {data => (
          <>
            {data.totals.signed_up === 0 ? (
              <Empty title={named.nobody}>{named.nobody_detail}</Empty>
            ) : (
              <Counts form={data} />
            )}
            <Refused refused={data.refused} />
          </>
        )}
      </Loaded>
      <Note>{named.not_shown}</Note>
    </Section>
  );
}

/** Shows the figures, by page and by tag. */
export function Counts({
  form: { totals, pages, tags },
}: {
  form: Pick<SignUpForm, 'totals' | 'pages' | 'tags'>;
}) {
  const heads = counts.map(name => named.counts[name]);
  const figures = (tally: Tally) => counts.map(name => words.number(tally[name]));
  return (
    <>
      <dl className={styles.figures}>
        {counts.map(name => (
          <div key={name}>
            <dt>{named.counts[name]}</dt>
            <dd>{words.number(totals[name])}</dd>
            <dd>{named.meanings[name]}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.caption}>{named.by_page}</h3>
      <Table
        heads={[named.where, ...heads]}
        rows={pages.map(page => [
          <span key="where">
            {page.page_url === '' ? named.unknown_page : withoutScheme(page.page_url)}
            <small> {named.places[page.form]}</small>
          </span>,
          ...figures(page),
        ])}
      />
      {tags.length > 0 && (
        <>
          <h3 className={styles.caption}>{named.by_tag}</h3>
          <Table heads={[named.tag, ...heads]} rows={tags.map(tag => [tag.name, ...figures(tag)])} />
          <Note>{named.tag_note}</Note>
        </>
      )}
    </>
  );
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '');
}
