import { type RawBuilder, sql } from 'kysely';
import { originColumns } from '../../../audience/filter/fields.ts';
import { mailStates } from '../../../audience/standing/type.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { ImportOptions } from './options.ts';
import { gone, stateWord, strictness, worth } from './statuses.ts';

/** The people between two places of the file, and everything that decides about them. */
export type Stretch = {
  import_key: number;
  newsletter_key: number;
  options: ImportOptions;
  /** The key of each tag that the file names, at its number less 1; 0 if there is no such tag any more. */
  tag_keys: number[];
  from: number;
  to: number;
  /** Whether nobody in the stretch is a subscriber yet, so that there is less to look up and to compare. */
  all_new: boolean;
};

/** The reasons why people are skipped. */
const reasons = {
  erased: sentence('lines.erased_here'),
  exists: sentence('lines.there_already'),
  joined_later: sentence('lines.signed_up_after'),
  unsubscribed: sentence('lines.unsubscribed_here'),
  undeliverable: sentence('lines.bounced_here'),
  complained: sentence('lines.complained_here'),
  blocked: sentence('lines.blocked_here'),
  removed: sentence('lines.removed_here'),
} as const;

/**
 * Selects the staged people of a stretch, with their present values here (`present_…`), their future values (`new_…`), the `outcome`
 * (created, updated, unchanged or skipped) and, for the report, the `reason` why something is not as in the file or as in the newsletter.
 * Only this statement decides, for the dry run and for the run. If the file and the newsletter contradict each other, the newer fact counts
 * only if it means less mail: people who left here stay away, except for `revive`, and people who left there leave here as well.
 */
export function decided({
  import_key,
  newsletter_key,
  options,
  tag_keys,
  from,
  to,
  all_new,
}: Stretch): RawBuilder<unknown> {
  // `fence` keeps the planner from repeating each expression wherever its name is used: many are used several times, and all are computed
  // for every person. If everybody is new, repeating is better, because almost nothing is left of the expressions.
  const fence = all_new ? sql`` : sql`offset 0`;
  const met = sql`
    select line.*, ${presentColumns},
      array(select key from (select (${tag_keys}::int[])[n] as key from unnest(line.tags) n) held where key <> 0) as tag_keys,
      ${strictness(sql`line.type`)} as strictness, ${strictness(sql`present.type`)} as present_strictness,
      line.address_hashes is not null and exists (
        select from suppressions
        where newsletter_key = ${newsletter_key} and address_hash = any(line.address_hashes)) as is_erased
    from staged_people line
    ${all_new ? nobody : sql`left join lateral (${presentAt(newsletter_key)}) present on true`}
    where import_key = ${import_key} and place >= ${from} and place < ${to} ${fence}`;
  const weighed = sql`
    select met.*, ${newType(options)} as new_type,
      case when present_key is null then tag_keys else array(
        select tag from unnest(present_tags || tag_keys) with ordinality as held (tag, n) group by tag order by min(n)
      ) end as new_tags,
      coalesce(present_metadata || metadata, metadata) as new_metadata,
      ${sql.join(filledIn.map(name => filled(name)))}
    from (${met}) met ${fence}`;
  const outcome = sql`
    select weighed.*, ${outcomeOf(options)} as outcome from (${weighed}) weighed ${fence}`;
  return sql`
    select judged.*, ${reasonOf(options)} as reason,
      case when new_type = present_type then present_unsubscription_date
        when new_type = 'unsubscribed' then coalesce(unsubscription_date, date_trunc('milliseconds', now()))
        when ${isGone(sql`new_type`)} and present_key is null then unsubscription_date end as new_unsubscription_date,
      case when new_type = present_type then present_unsubscription_reason
        when ${isGone(sql`new_type`)} then unsubscription_reason else '' end as new_unsubscription_reason,
      case when present_key is null then case when is_asked then 'unactivated' else mail_state end
        when new_type = present_type then present_mail_state
        when new_type::text = any(${mailWords}::text[]) then new_type::text::mail_state else 'subscribed' end as new_mail_state,
      case when present_key is null then standing
        when new_type = present_type or new_type::text = any(${mailWords}::text[])
        then coalesce(present_standing, 'regular') else new_type::text::standing end as new_standing,
      case when present_confirmation_date is null and not ${isGone(sql`new_type`)} and new_type <> 'unactivated'
        then coalesce(confirmation_date,
          case when present_type = 'unactivated' then coalesce(consent_date, date_trunc('milliseconds', now())) end)
        else present_confirmation_date end as new_confirmation_date
    from (${outcome}) judged`;
}

/**
 * Selects the subscriber with the address of `line`. With this order, and without sorting (`lookUpByIndex`), only the index of addresses is
 * possible. With a plain comparison for equality, the planner could take any index that begins with the newsletter, because it does not
 * know yet how large the newsletter has become, and read all of its people for each line.
 */
export function presentAt(newsletter_key: number): RawBuilder<unknown> {
  return sql`
    select * from subscribers
    where newsletter_key = ${newsletter_key}
      and normal_address >= line.normal_address and normal_address <= line.normal_address
    order by normal_address limit 1`;
}

/** Types that say whether somebody gets mail, not what they are entitled to. */
const mailWords = mailStates.filter(name => name !== 'subscribed');

/** Texts of existing people that are filled in if they are empty. */
const filledIn = ['notes', ...originColumns] as const;

function filled(name: (typeof filledIn)[number]): RawBuilder<unknown> {
  return sql`coalesce(nullif(${sql.ref(`present_${name}`)}, ''), ${sql.ref(name)}) as ${sql.ref(`new_${name}`)}`;
}

/** The columns of present subscribers, with their types. */
const presentTypes: Record<string, string> = {
  key: 'bigint',
  id: 'uuid',
  type: 'subscriber_type',
  mail_state: 'mail_state',
  standing: 'standing',
  tags: 'int[]',
  metadata: 'jsonb',
  ...Object.fromEntries(filledIn.map(name => [name, 'text'])),
  creation_date: 'timestamptz',
  modification_date: 'timestamptz',
  confirmation_date: 'timestamptz',
  unsubscription_date: 'timestamptz',
  unsubscription_reason: 'text',
};

const presentColumns = sql.join(
  Object.keys(presentTypes).map(name => sql`present.${sql.ref(name)} as ${sql.ref(`present_${name}`)}`),
);

/** The columns of nobody, as constants, so that the planner sees which expressions it need not compute. */
const nobody = sql`cross join (select ${sql.join(
  Object.entries(presentTypes).map(([name, type]) => sql`null::${sql.raw(type)} as ${sql.ref(name)}`),
)}) present`;

/** Whether the file has dated evidence of consent that is not here yet. Evidence without a date proves nothing newer. */
export const isNewConsent = sql`(consent_date is not null and not exists (
  select from consents where subscriber_key = present_key and consents.date = consent_date))`;

function isGone(type: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${strictness(type)} >= ${sql.lit(gone)})`;
}

/** Whether there is no evidence here that somebody agreed. */
const isUnproven = sql`(present_confirmation_date is null
  and not exists (select from consents where subscriber_key = present_key))`;

/** Whether the file says that somebody left before they signed up here. */
const leftBefore = sql`coalesce(unsubscription_date < greatest(present_creation_date, present_confirmation_date), false)`;

function newType({ revive }: ImportOptions): RawBuilder<unknown> {
  const left = sql`case when present_type = 'unactivated' then present_creation_date
    else coalesce(present_unsubscription_date, present_modification_date) end`;
  return sql`case
    when present_key is null then case when is_asked then 'unactivated' else type end
    when strictness >= ${sql.lit(gone)} then
      case when strictness > present_strictness and not ${leftBefore} then type else present_type end
    when present_strictness >= ${sql.lit(gone)} or present_type = 'unactivated' then
      case when present_type::text = any(${revive}::text[]) and consent_date > ${left} and type <> 'unactivated'
        then type else present_type end
    when type = 'unactivated' and present_type = 'regular' and ${isUnproven} then type
    when present_type in ('regular', 'churned', 'trialed', 'gifted')
      and ${worth(sql`type`)} > ${worth(sql`present_type`)} then type
    when mail_state = 'paused' and present_type in ('regular', 'churned', 'premium', 'gifted', 'trialed', 'churning', 'past_due')
      then type
    else present_type end`;
}

function outcomeOf({ existing }: ImportOptions): RawBuilder<unknown> {
  const changes = sql.join(
    filledIn.map(name => sql`${sql.ref(`new_${name}`)} <> ${sql.ref(`present_${name}`)}`),
    sql` or `,
  );
  return sql`case
    when present_key is null then case when is_erased then 'skipped' else 'created' end
    when ${existing} = 'skip' then 'skipped'
    when new_type = present_type and present_strictness >= ${sql.lit(gone)}
      then case when strictness >= ${sql.lit(gone)} then 'unchanged' else 'skipped' end
    when new_type = present_type and strictness >= ${sql.lit(gone)} then 'skipped'
    when new_type <> present_type or new_tags <> present_tags or new_metadata <> present_metadata or ${changes}
      or ${isNewConsent} then 'updated'
    else 'unchanged' end`;
}

/** Returns why somebody is skipped, or gets less mail from now on; null if there is nothing to report. */
function reasonOf({ existing }: ImportOptions): RawBuilder<unknown> {
  const { erased, exists, joined_later, ...left } = reasons;
  const whens = Object.entries(left).map(
    ([type, words]) => sql`when ${sql.lit(type)} then ${sql.lit(words)}`,
  );
  return sql`case outcome
    when 'updated' then
      case when ${strictness(sql`new_type`)} > present_strictness then
        'The person is ' || ${stateWord(sql`present_type`)} || ' here and ' || ${stateWord(sql`new_type`)}
          || ' in the file. The stricter state counts: ' || ${stateWord(sql`new_type`)} || '.' end
    when 'skipped' then
      case when present_key is null then ${sql.lit(erased)}
        when ${existing} = 'skip' then ${sql.lit(exists)}
        else case present_type ${sql.join(whens, sql` `)} else ${sql.lit(joined_later)} end end end`;
}

/** Writes into the report who was skipped or gets less mail, of people as `decided` selects them. */
export function reportDecided(import_key: number): RawBuilder<unknown> {
  return sql`
    insert into import_lines (import_key, file, line, outcome, subscriber_key, reason)
    select ${import_key}, file, line, case outcome when 'skipped' then outcome else 'noted' end, present_key, reason
    from decided where reason is not null order by place`;
}
