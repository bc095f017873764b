import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { Options } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { metadataKeysQuery, segmentsQuery, sentEmailsQuery } from '../queries.ts';
import { daysAgo, type Kind } from './fields.ts';
import styles from './filter-dialog.module.css';
import { formNamesQuery, surveyNamesQuery } from './names.ts';

const said = words.filters;

type Asked = { here: Here; value: string; onChange: (value: string) => void };

/** Asks for the value of a condition in a way that suits its kind. */
export function Value({ kind, ...asked }: Asked & { kind: Kind }) {
  switch (kind) {
    case 'tag':
      return <TagValue {...asked} />;
    case 'segment':
      return <SegmentValue {...asked} />;
    case 'email':
      return <EmailValue {...asked} />;
    case 'form':
      return <FormValue {...asked} />;
    case 'type':
      return <Choice {...asked} all={choices(words.subscriber.types)} />;
    case 'mail_state':
      return <Choice {...asked} all={choices(words.standing.mail_states)} />;
    case 'standing':
      return <Choice {...asked} all={choices(words.standing.standings)} />;
    case 'frequency':
      return <Choice {...asked} all={choices(words.frequencies)} />;
    case 'date':
      return <DateValue {...asked} />;
    case 'rate':
      return <RateValue {...asked} />;
    default:
      return (
        <input
          aria-label={said.value}
          value={asked.value}
          onChange={({ target }) => asked.onChange(target.value)}
        />
      );
  }
}

function choices(named: Record<string, string>) {
  return Object.entries(named).map(([id, name]) => ({ id, name }));
}

function TagValue(asked: Asked) {
  const { data } = useQuery(tagsQuery(asked.here));
  return <Choice {...asked} all={data} />;
}

function SegmentValue(asked: Asked) {
  const { data } = useQuery(segmentsQuery(asked.here));
  return <Choice {...asked} all={data} />;
}

/** Chooses one of the newsletter's forms. */
function FormValue(asked: Asked) {
  const { data } = useQuery(formNamesQuery(asked.here));
  return <Choice {...asked} all={data} />;
}

/** Chooses a survey, by its name in templates. */
export function SurveyChoice(asked: Asked) {
  const { data } = useQuery(surveyNamesQuery(asked.here));
  return <Choice {...asked} all={data} />;
}

/** Chooses one of the sent emails, latest first. */
function EmailValue(asked: Asked) {
  const { data } = useQuery(sentEmailsQuery(asked.here));
  return <Choice {...asked} all={data} />;
}

type Choices = Asked & { all: { id: string; name: string }[] | undefined };

/** Chooses one of the listed values. A value that is not among them stays until another is chosen. */
function Choice({ value, onChange, all = [] }: Choices) {
  const isKnown = value === '' || all.some(({ id }) => id === value);
  return (
    <select aria-label={said.value} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{said.choose}</option>
      {!isKnown && <option value={value}>{all.length === 0 ? '…' : said.gone}</option>}
      <Options of={all.map(({ id, name }) => [id, name])} />
    </select>
  );
}

/** Asks for a number of days ago, or a date. */
function DateValue({ value, onChange }: Asked) {
  const days = daysAgo(value);
  const isAgo = days !== undefined || value === ' days ago';
  return (
    <span className={styles.date}>
      {isAgo ? (
        <input
          type="number"
          aria-label={said.days}
          min={0}
          max={36500}
          value={days ?? ''}
          onChange={({ target }) => onChange(`${target.value} days ago`)}
        />
      ) : (
        <input
          type="date"
          aria-label={said.value}
          value={value.slice(0, 10)}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <select
        aria-label={said.unit}
        value={isAgo ? 'ago' : 'day'}
        onChange={({ target }) => onChange(target.value === 'ago' ? '30 days ago' : '')}
      >
        <option value="ago">{said.moments.ago}</option>
        <option value="day">{said.moments.day}</option>
      </select>
    </span>
  );
}

function RateValue({ value, onChange }: Asked) {
  const percent = value === '' ? '' : String(Math.round(Number(value) * 1e7) / 1e5);
  return (
    <span className={styles.date}>
      <input
        type="number"
        aria-label={said.percent}
        min={0}
        max={100}
        step="any"
        value={percent}
        onChange={({ target: { value: text } }) => {
          const share = Math.min(1, Math.max(0, Number(text) / 100));
          onChange(text === '' ? '' : String(Math.round(share * 1e9) / 1e9));
        }}
      />
      <span aria-hidden="true">%</span>
    </span>
  );
}

/** Asks for a key of the metadata; suggests known ones. */
export function MetadataKey({ here, value, onChange }: Asked) {
  const id = useId();
  const isSeen = usePermission('emails', 'read');
  const { data: keys = [] } = useQuery({ ...metadataKeysQuery(here), enabled: isSeen });
  return (
    <>
      <input
        aria-label={said.key}
        placeholder={said.key}
        value={value}
        list={id}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {keys.map(key => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  );
}
