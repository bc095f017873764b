-- Destructive: the type of emails is made again with more values.
-- A digest for each day.
alter type automation_cadence add value 'daily' before 'weekly';

-- Two types more. A new value of an enum cannot be named in the transaction that adds it, and the indexes of the archive
-- name those that nobody sees: so the type is made again.
drop index emails_published;
drop index emails_words;
alter type email_type rename to email_type_before;
create type email_type as enum ('public', 'private', 'premium', 'free', 'churned', 'archival');
alter table emails alter column email_type type email_type using email_type::text::email_type;
alter table automations alter column email_type type email_type using email_type::text::email_type;
drop type email_type_before;

create type archival_mode as enum ('enabled', 'enabled_for_subscribers', 'enabled_for_paid_subscribers', 'disabled');
create type commenting_mode as enum ('disabled', 'enabled', 'enabled_for_paid_subscribers');
create type email_template as enum ('modern', 'classic', 'naked', 'plaintext');
alter table emails
  add column archival_mode archival_mode not null default 'enabled',
  add column featured boolean not null default false,
  add column commenting_mode commenting_mode not null default 'disabled',  -- kept for clients: there are no comments
  add column related_email_ids jsonb not null default '[]',
  add column template email_template;  -- null: the usual one

-- The archive, newest first.
create index emails_published on emails (newsletter_key, (coalesce(publish_date, status_date)) desc, key desc)
  where status in ('in_flight', 'sent', 'imported') and email_type not in ('private', 'churned') and archival_mode <> 'disabled';
-- What stands on top of the home page.
create index emails_featured on emails (newsletter_key, (coalesce(publish_date, status_date)) desc, key desc)
  where featured and status in ('in_flight', 'sent', 'imported') and email_type not in ('private', 'churned')
    and archival_mode <> 'disabled';
-- Its search: the words that anybody may read, as before.
create index emails_words on emails using gin (
    to_tsvector('simple'::regconfig,
      subject || ' ' || description || ' ' ||
      case when email_type = 'premium' or archival_mode <> 'enabled' then '' else left(body, 100000) end))
  where status in ('in_flight', 'sent', 'imported') and email_type not in ('private', 'churned') and archival_mode <> 'disabled';

create type snippet_mode as enum ('fancy', 'naked', 'plaintext');
alter table snippets add column mode snippet_mode not null default 'plaintext';
-- Emails that name a snippet, to count where each is used.
create index emails_snippets on emails (newsletter_key)
  where position('snippets.' in body || custom_teaser) > 0 and status <> 'deleted';
