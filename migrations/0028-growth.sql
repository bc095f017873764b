-- When each step of cleaning is due. Whoever moves the date forward has claimed the step; a worker that dies keeps it for a while.
create table cleanings (
  name text primary key,
  due_date timestamptz not null
);

-- Old hits are deleted in the order of their age, a batch at a time.
create index hits_age on hits (date);
drop index hits_date;

-- Whoever deletes a row looks here for what belongs to it.
create index former_slugs_email on former_slugs (email_key);

-- These dates are compared with a clock of milliseconds. Rounded up, what is due now would lie in the future.
alter table emails alter column status_date set default date_trunc('milliseconds', now());
alter table webhook_deliveries alter column next_attempt_date set default date_trunc('milliseconds', now());

-- Who owns the many rows of a newsletter. A deleted newsletter leaves its tenant behind, and with it subscribers, emails and
-- deliveries, until they are deleted in the background: whoever looks for the newsletter finds nothing at once.
create table tenants (
  key integer primary key  -- the newsletter's
);
insert into tenants select key from newsletters;

alter table subscribers drop constraint subscribers_newsletter_key_fkey,
  add foreign key (newsletter_key) references tenants on delete cascade;
alter table suppressions drop constraint suppressions_newsletter_key_fkey,
  add foreign key (newsletter_key) references tenants on delete cascade;
alter table emails drop constraint emails_newsletter_key_fkey,
  add foreign key (newsletter_key) references tenants on delete cascade;
alter table events drop constraint events_newsletter_key_fkey,
  add foreign key (newsletter_key) references tenants on delete cascade;
alter table feedback drop constraint feedback_newsletter_key_fkey,
  add foreign key (newsletter_key) references tenants on delete cascade;
alter table bulk_actions drop constraint bulk_actions_newsletter_key_fkey,
  add foreign key (newsletter_key) references tenants on delete cascade;
alter table files drop constraint files_newsletter_key_fkey,
  add foreign key (newsletter_key) references tenants on delete cascade;

-- The log of a deleted webhook goes in the background as well.
alter table webhook_attempts drop constraint webhook_attempts_webhook_key_fkey;

-- For how many months after the last of its mail was served the deliveries of an email are kept; null: for ever.
alter table newsletters add column delivery_months integer;
alter table emails
  add column deliveries_dropped_date timestamptz(3),      -- since then only the counts of its deliveries are kept
  add column dropping boolean not null default false;     -- some of its rows are still to be deleted
create index emails_dropping on emails (key) where dropping;
create index emails_dropped on emails (newsletter_key, publish_date) where deliveries_dropped_date is not null;
