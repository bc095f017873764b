import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry, Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { titleOf } from '../emails/title.ts';
import { fieldName } from '../platform/field-name.ts';
import { Time } from '../ui/time.tsx';
import type { Thing } from '../words/audit.ts';
import { words } from '../words.ts';
import styles from './audit-screen.module.css';

const said = words.audit;
const told: Record<string, readonly [string, Thing?]> = Object.assign({}, ...Object.values(said.actions));

/** Names of the objects in the entries, by id. An object that is not among them was deleted. */
export type Names = {
  emails: ReadonlyMap<string, Email>;
  feeds: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
  keys: ReadonlyMap<string, string>;
};
type Shown = { here: Here; entry: AuditEntry; names: Names };

/** Shows one entry: when, who, the action and its object, which is a link if it still exists. */
export function Entry({ here, entry, names }: Shown) {
  const { action, creation_date, details, ip_address } = entry;
  const [sentence, thing] = told[action] ?? [action.replace(/[._]/g, ' ')];
  const [before, after = ''] = sentence.split('{}');
  const more = [...detailsInWords(details), ip_address && said.from_address(ip_address)].filter(Boolean);
  return (
    <li>
      <Time at={creation_date} zone={here.newsletter.timezone} precise />
      <div>
        <p>
          <Actor entry={entry} /> {before}
          {thing && <Target here={here} entry={entry} names={names} thing={thing} />}
          {after}
          {more.length > 0 && <small className={styles.details}>{more.join(' · ')}</small>}
        </p>
      </div>
    </li>
  );
}

/** Shows the actor. One with an id links to everything that they did. */
function Actor({ entry: { actor_type, actor_id, actor_name } }: Pick<Shown, 'entry'>) {
  const name = said.actors[actor_type](actor_name);
  if (actor_id === null) return <b>{name}</b>;
  return (
    <Link
      from="/$newsletter/settings/log"
      to="."
      search={before => ({ ...before, actor: actor_id })}
      data-tip={said.only(name)}
    >
      <b>{name}</b>
    </Link>
  );
}

/** Names the object of the action. */
function Target({ here, entry: { object_id }, names, thing }: Shown & { thing: Thing }): ReactNode {
  const seesPeople = usePermission('subscribers', 'read');
  const newsletter = here.newsletter.username;
  const id = object_id ?? '';
  if (thing === 'subscriber')
    return seesPeople && id ? (
      <Link to="/$newsletter/subscribers/$person" params={{ newsletter, person: id }}>
        {said.things.subscriber}
      </Link>
    ) : (
      said.things.subscriber
    );
  if (thing === 'email') {
    const email = names.emails.get(id);
    if (!email) return said.things.email;
    const to = email.status === 'draft' ? '/$newsletter/emails/$email' : '/$newsletter/emails/$email/sending';
    return (
      <Link to={to} params={{ newsletter, email: id }}>
        {said.quoted(titleOf(email))}
      </Link>
    );
  }
  if (thing === 'webhook' || thing === 'bulk_action' || thing === 'import')
    return id ? <UnnamedLink newsletter={newsletter} thing={thing} id={id} /> : said.things[thing];
  const name = { feed: names.feeds, person: names.people, key: names.keys }[thing].get(id);
  if (name === undefined) return said.things[thing];
  if (thing === 'feed')
    return (
      <Link to="/$newsletter/feeds/$feed" params={{ newsletter, feed: id }}>
        {said.quoted(name)}
      </Link>
    );
  const to = thing === 'person' ? '/$newsletter/settings/team' : '/$newsletter/settings/keys';
  return (
    <Link to={to} params={{ newsletter }}>
      {thing === 'person' ? name : said.quoted(name)}
    </Link>
  );
}

type Unnamed = { newsletter: string; thing: 'webhook' | 'bulk_action' | 'import'; id: string };

/** Links to an object whose name is not loaded. Its own page says so if it was deleted. */
function UnnamedLink({ newsletter, thing, id }: Unnamed) {
  const name = said.things[thing];
  if (thing === 'webhook')
    return (
      <Link to="/$newsletter/settings/webhooks/$webhook" params={{ newsletter, webhook: id }}>
        {name}
      </Link>
    );
  if (thing === 'bulk_action')
    return (
      <Link to="/$newsletter/subscribers/actions/$action" params={{ newsletter, action: id }}>
        {name}
      </Link>
    );
  return (
    <Link to="/$newsletter/imports/$import" params={{ newsletter, import: id }}>
      {name}
    </Link>
  );
}

/** Returns which fields changed, the role or type that was set, and the reason that somebody gave. */
function detailsInWords({ fields, role, type, reason }: AuditEntry['details']): string[] {
  const roles: Record<string, string> = words.team.roles;
  const types: Record<string, string> = words.bulk.types;
  return [
    ...(Array.isArray(fields) ? [said.fields(fields.map(field => fieldName(String(field))))] : []),
    ...(typeof role === 'string' ? [roles[role] ?? role] : []),
    ...(typeof type === 'string' ? [types[type] ?? type.replaceAll('_', ' ')] : []),
    ...(typeof reason === 'string' ? [said.quoted(reason)] : []),
  ];
}
