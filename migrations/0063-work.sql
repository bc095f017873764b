-- Destructive: the queue of jobs is dropped, after what waited in it has been written into the rows that it was about

-- Mail to one person that waits to be sent, or is being sent. Once it has been handed over, its row is deleted.
create table letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject text not null,                   -- the id of what it is about
  details jsonb not null default '{}',
  is_one_of_many boolean not null default false,  -- it lets all others go first
  is_in_hand boolean not null default false,      -- somebody began to hand it over; after a crash, it may have arrived
  creation_date timestamptz(3) not null default now(),
  work_date timestamptz,
  work_lease uuid,
  work_tries integer not null default 0,
  work_trouble text not null default '',
  unique (kind, subject)
);
create index letters_work on letters (is_one_of_many, work_date);

-- A row with a work_date is due then: a worker takes it, and the date moves to the end of its lease.
alter table emails
  add column work_date timestamptz,
  add column work_lease uuid,
  add column work_tries integer not null default 0,
  add column work_trouble text not null default '';
create index emails_work on emails (work_date) where work_date is not null;
alter table bulk_actions
  add column work_date timestamptz,
  add column work_lease uuid,
  add column work_tries integer not null default 0,
  add column work_trouble text not null default '';
create index bulk_actions_work on bulk_actions (work_date) where work_date is not null;
alter table imports
  add column work_date timestamptz,
  add column work_lease uuid,
  add column work_tries integer not null default 0,
  add column work_trouble text not null default '';
create index imports_work on imports (work_date) where work_date is not null;
alter table exports
  add column work_date timestamptz,
  add column work_lease uuid,
  add column work_tries integer not null default 0,
  add column work_trouble text not null default '';
create index exports_work on exports (work_date) where work_date is not null;
alter table ledger_checks
  add column work_date timestamptz,
  add column work_lease uuid,
  add column work_tries integer not null default 0,
  add column work_trouble text not null default '';

create temporary table waiting_jobs as select name::text, singleton_key::text, data::jsonb, start_after from restored_jobs;
do $$ begin
  if to_regclass('pgboss.job') is not null then
    execute 'insert into waiting_jobs select name, singleton_key, data, start_after from pgboss.job where state < ''completed''';
  end if;
end $$;

insert into letters (kind, subject, details, work_date)
  select case when data ? 'invitation_id' then 'mail_invitation' else name end,
    coalesce(data ->> 'subscriber_id', data ->> 'link_id', data ->> 'invitation_id', data ->> 'webhook_id', singleton_key),
    case when name = 'send_preview' then data else '{}' end, min(start_after)
  from waiting_jobs
  where name in ('mail_confirmation', 'mail_welcome', 'mail_reader_link', 'mail_person', 'tell_webhook_owner', 'tell_waiting', 'send_preview')
    and (name <> 'mail_confirmation' or exists (
      select from subscribers where id = (data ->> 'subscriber_id')::uuid and confirmation_mail_due))
  group by 1, 2, 3
  on conflict do nothing;
insert into letters (kind, subject, details, work_date)
  select 'tell_sender_fault', emails.id || ' ' || pattern, jsonb_build_object('email_id', emails.id, 'pattern', pattern), now()
  from sender_faults join emails on emails.key = email_key where told_date is null;
update sender_faults set told_date = now() where told_date is null;
-- An email that waits is due at its date even if its job was lost.
update emails set work_date = coalesce(
    (select min(start_after) from waiting_jobs where name = 'start_sending' and data ->> 'email_id' = emails.id::text),
    case when status = 'scheduled' then publish_date else now() end)
  where status in ('scheduled', 'about_to_send') or (status = 'in_flight' and not audience_frozen);
update bulk_actions set work_date = now() where status in ('not_started', 'in_progress');
update exports set work_date = now() where status in ('not_started', 'in_progress');
update ledger_checks set work_date = now() where completion_date is null;
update imports set work_date = now()
  where id::text in (select data ->> 'import_id' from waiting_jobs where name = 'run_import');

drop table waiting_jobs;
drop table restored_jobs;
drop schema if exists pgboss cascade;

alter table subscribers drop column confirmation_mail_due;
alter table reader_links drop column mail_due;
alter table sign_in_links drop column mail_due;
alter table invitations drop column mail_due;
