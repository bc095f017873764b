-- Destructive: subscribers.type_before_pause is dropped, after what it said has become a grant and a standing

-- What the person and the mailbox want, apart from what the person is entitled to.
create type mail_state as enum (
  'subscribed', 'unactivated', 'paused', 'unsubscribed', 'undeliverable', 'complained', 'blocked', 'removed');
-- What a person is entitled to, by their grants: src/audience/standing/standing.ts.
create type standing as enum (
  'regular', 'premium', 'churning', 'trialed', 'past_due', 'gifted', 'upcoming', 'paused', 'unpaid', 'churned');
alter type subscriber_type add value 'upcoming' before 'churned';

create type grant_kind as enum ('subscription', 'one_time', 'outside', 'gift', 'comp', 'trial');
create type grant_state as enum ('running', 'churning', 'past_due', 'paused', 'unpaid');

-- Rights to premium mail and pages. Append-only: a grant is added, and may be revoked once; nothing else changes.
create table grants (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  subscriber_key bigint not null references subscribers on delete cascade,
  kind grant_kind not null,
  state grant_state not null default 'running',  -- what its source says of a subscription
  source text not null,                          -- who knows about it: a program, an import, the service
  reference text not null,                       -- its name there: the same reference is the same grant
  start_date timestamptz(3) not null,
  end_date timestamptz(3),                       -- null: none
  message text not null default '',
  created_by text not null default '',           -- who: as in the audit
  creation_date timestamptz(3) not null default now(),
  revoked_date timestamptz(3),
  revoked_by text,
  revoked_reason text not null default '',
  is_void boolean not null default false,        -- revoked as if it had never been: nobody has churned
  constraint grants_reference_unique unique (newsletter_key, source, reference),
  constraint grants_end_after_start check (end_date > start_date),
  constraint grants_void_is_revoked check (revoked_date is not null or not is_void)
);
create index grants_subscriber on grants (subscriber_key);

-- The defaults are what most people are, so that only the others are written again.
alter table subscribers
  add column mail_state mail_state not null default 'subscribed',
  add column standing standing not null default 'regular',
  add column next_look timestamptz(3),                    -- when the standing may change by the clock alone
  add column upgrade_date timestamptz(3),                 -- since when they pay, or last paid
  add column churn_date timestamptz(3),                   -- when they stopped paying
  add column gift_subscription_end_date timestamptz(3),
  add column gift_subscription_message text not null default '',
  add column catch_up_since timestamptz(3);               -- entitled since then; whether they lack mail is not known yet

insert into grants (id, newsletter_key, subscriber_key, kind, state, source, reference, start_date, end_date)
select gen_random_uuid(), newsletter_key, key,
  case held.word when 'gifted' then 'gift' when 'trialed' then 'trial' else 'outside' end::grant_kind,
  case when held.word in ('churning', 'past_due', 'unpaid') then held.word else 'running' end::grant_state,
  'client', id::text,
  case held.word when 'churned' then least(creation_date, changed_date - interval '1 ms') else changed_date end,
  case held.word when 'churned' then changed_date end
from subscribers
cross join lateral (select case when type = 'paused' then type_before_pause else type end::text as word) held
cross join lateral (select date_trunc('milliseconds', least(coalesce((
  select creation_date from events
  where subscriber_id = subscribers.id and event_type = 'subscriber.type.changed' and data ->> 'to' = held.word
  order by key desc limit 1), creation_date), now())) as changed_date) changed
where held.word in ('premium', 'gifted', 'trialed', 'churning', 'past_due', 'unpaid', 'churned');

update subscribers set
  mail_state = case when type in ('unactivated', 'paused', 'unsubscribed', 'undeliverable', 'complained', 'blocked', 'removed')
    then type::text else 'subscribed' end::mail_state,
  standing = case when held.word in ('premium', 'gifted', 'trialed', 'churning', 'past_due', 'unpaid', 'churned')
    then held.word else 'regular' end::standing,
  upgrade_date = case when held.word in ('premium', 'churning', 'past_due', 'churned') then (
    select start_date from grants where subscriber_key = subscribers.key) end,
  churn_date = case when held.word = 'churned' then (
    select end_date from grants where subscriber_key = subscribers.key) end
from (select key as held_key, case when type = 'paused' then type_before_pause else type end::text as word from subscribers) held
where held_key = subscribers.key and subscribers.type <> 'regular';

alter table subscribers drop column type_before_pause;
-- The type is a function of both.
alter table subscribers add constraint subscribers_type_follows check (
  type::text = case mail_state when 'subscribed' then standing::text else mail_state::text end);
create index subscribers_next_look on subscribers (next_look) where next_look is not null;
create index subscribers_catch_up on subscribers (catch_up_since) where catch_up_since is not null;

alter table newsletters
  add column trial_days integer not null default 0,       -- of a trial for everybody who confirms; 0: none
  add column catch_up_emails integer not null default 1,  -- how many premium emails somebody who lacks them is mailed
  -- The newsletter's own words in mails about gifts and trials; empty: those of the theme.
  add column gift_subject text not null default '',
  add column gift_text text not null default '',
  add column ending_subject text not null default '',
  add column ending_text text not null default '',
  add column ended_subject text not null default '',
  add column ended_text text not null default '';

-- The right by which this copy of a premium email was handed over.
alter table deliveries add column grant_key bigint;

-- What files of other services say of both.
alter table staged_people
  add column mail_state mail_state not null default 'subscribed',
  add column standing standing not null default 'regular',
  add column plan jsonb;  -- null: no grant

-- Who gets mail by their type. `paused` is a plan that rests, or mail that the reader has paused: an event says which, and those
-- from before this migration are of the latter.
create or replace function gets_mail(type text) returns boolean language sql immutable parallel safe
return coalesce(type in ('regular', 'churned', 'premium', 'gifted', 'trialed', 'churning', 'past_due', 'upcoming'), false);

create or replace function growth_reason(event_type text, data jsonb) returns text language sql immutable parallel safe
return case event_type
  when 'subscriber.created' then case when gets_mail(data ->> 'type') or data ->> 'mail_state' = 'subscribed' then
    case data ->> 'source' when 'import' then 'imported' when 'form' then 'signed_up' else 'added' end end
  when 'subscriber.type.changed' then case
    when (gets_mail(data ->> 'to') or coalesce(data ->> 'mail_to', '') = 'subscribed')
      and not (gets_mail(data ->> 'from') or coalesce(data ->> 'mail_from', '') = 'subscribed') then
      case data ->> 'from' when 'unactivated' then 'signed_up' else 'returned' end
    when (gets_mail(data ->> 'from') or coalesce(data ->> 'mail_from', '') = 'subscribed')
      and not (gets_mail(data ->> 'to') or coalesce(data ->> 'mail_to', '') = 'subscribed') then
      case data ->> 'to' when 'undeliverable' then 'bounced'
        when 'unsubscribed' then 'unsubscribed' when 'complained' then 'complained'
        when 'blocked' then 'blocked' when 'paused' then 'paused' else 'other' end end
  when 'subscriber.deleted' then case when gets_mail(data ->> 'type') or data ->> 'mail_state' = 'subscribed' then 'deleted' end
end;
