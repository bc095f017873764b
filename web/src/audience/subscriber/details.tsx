import type { Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { nameOf } from '../../platform/languages.ts';
import { Options } from '../../ui/field.tsx';
import { InPlace } from '../../ui/in-place.tsx';
import { LanguageOptions } from '../../ui/language-options.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { complaintInWords } from '../complaint-words.ts';
import { Editable, Line } from './line.tsx';
import { Metadata, NewField } from './metadata.tsx';
import { useSavePerson } from './queries.ts';
import styles from './subscriber-screen.module.css';
import { PersonTags } from './tags.tsx';

const said = words.person;
type Shown = { person: Subscriber };

/** Shows what is known about the person. People with the permission change it in place. */
export function Details({ person }: Shown) {
  const here = useHere();
  const save = useSavePerson(here, person);
  const mayChange = usePermission('subscribers', 'write');
  const { email_address, notes, unsubscription_reason: reason } = person;
  const named = person.type === 'complained' ? complaintInWords(reason) : undefined;
  return (
    <Section title={said.details}>
      <dl className={styles.details}>
        <Line name={said.address}>
          <Editable mayChange={mayChange} value={email_address}>
            <InPlace
              label={said.address}
              value={email_address}
              kind="email"
              onSave={text => save({ email_address: text })}
            />
          </Editable>
        </Line>
        <Metadata person={person} save={save} mayChange={mayChange} />
        <Line name={said.tags}>
          <PersonTags person={person} save={save} mayChange={mayChange} />
        </Line>
        <Line name={said.language}>
          <Editable mayChange={mayChange} value={nameOf(person.locale) || said.no_language}>
            <select
              className={styles.language}
              aria-label={said.language}
              value={person.locale}
              onChange={event => save({ locale: event.target.value })}
            >
              <LanguageOptions chosen={person.locale} none={said.no_language} />
            </select>
          </Editable>
        </Line>
        {(here.newsletter.digests || person.frequency !== 'each') && (
          <Line name={words.filters.fields.frequency}>
            <Editable mayChange={mayChange} value={words.frequencies[person.frequency]}>
              <select
                className={styles.language}
                aria-label={words.filters.fields.frequency}
                value={person.frequency}
                onChange={event => save({ frequency: event.target.value as Subscriber['frequency'] })}
              >
                <Options of={Object.entries(words.frequencies)} />
              </select>
            </Editable>
          </Line>
        )}
        <Line name={said.notes}>
          <Editable mayChange={mayChange} value={notes}>
            <InPlace
              label={said.notes}
              value={notes}
              kind="text"
              empty={said.no_notes}
              hint={said.notes_hint}
              onSave={text => save({ notes: text })}
            />
          </Editable>
        </Line>
        {mayChange && <NewField save={save} />}
        {reason !== '' && (
          <Line name={person.type === 'unsubscribed' || named ? said.left_because : said.server_said}>
            {named ?? reason}
          </Line>
        )}
        <Origin person={person} />
      </dl>
    </Section>
  );
}

function Origin({ person }: Shown) {
  const here = useHere();
  const { source, referrer_url, utm_source, utm_medium, utm_campaign, ip_address } = person;
  const { last_open_date, last_click_date } = person;
  const zone = here.newsletter.timezone;
  const sources: Record<string, string> = said.sources;
  const campaign = [utm_source, utm_medium, utm_campaign].filter(Boolean).join(' / ');
  const origin = [sources[source] ?? source, referrer_url, campaign, ip_address].filter(Boolean);
  const moment = (at: string | null) => (at ? <Time at={at} zone={zone} precise /> : said.never);
  return (
    <>
      {origin.length > 0 && <Line name={said.from}>{origin.join(' · ')}</Line>}
      <Line name={said.last_open}>{moment(last_open_date)}</Line>
      <Line name={said.last_click}>{moment(last_click_date)}</Line>
    </>
  );
}
