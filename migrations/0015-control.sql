-- Destructive: dates of chunks get another precision.
-- Control of sending: retries with a date of their own, pauses, rates.

-- When the temporary failures of the chunk come up again; a chunk that is opened for somebody else leaves them alone.
-- Both to the microsecond: rounded to milliseconds, "now" may be a moment that has not come yet.
alter table delivery_chunks
  alter column next_attempt_date type timestamptz,
  add column retry_date timestamptz,
  add column waits jsonb,                 -- {domain: recipients} whose receiving domain takes no more for now
  add column served_date timestamptz(3);  -- when a worker last gave it back
update delivery_chunks set retry_date = next_attempt_date where first_pass_done and temporary > 0;

alter table deliveries
  add column begun_date timestamptz(3),   -- added or sent again then: their hours of retries begin with it, else with the email
  add column handed_by uuid;              -- under rates each recipient is marked: the lease that may have handed them over

alter table emails
  add column pause_date timestamptz(3),   -- null: not paused
  add column paused_by text,
  add column pause_reason text,
  add column resume_date timestamptz(3),  -- when it last went on after a pause
  add column complaints_known integer not null default 0,  -- as many had complained then
  add column turn_date timestamptz(3);    -- the newsletter's rate is used up until then

alter table newsletters add column sending_rate double precision not null default 0;  -- messages a second; 0: no limit

-- Token buckets that all workers share, and what receiving domains made us do. A row that is missing is a full bucket.
create table sending_budgets (
  scope text primary key,                 -- a receiving domain, or `newsletter KEY`
  tokens double precision not null default 0,
  token_date timestamptz not null,        -- when there were so many
  turn_date timestamptz not null,         -- those who wait have turns up to then
  strikes smallint not null default 0,    -- refusals of policy in a row; 0: not slowed
  hold_until timestamptz,                 -- nothing goes there before
  reason text                             -- the last refusal
);
create index sending_budgets_slowed on sending_budgets (scope) where strikes > 0;
