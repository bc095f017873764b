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
