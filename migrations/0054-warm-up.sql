-- A newsletter's warm-up plan (null: none): how many copies may be handed over each day.
alter table newsletters add column warm_up jsonb;

-- How many copies were handed over on each day of a plan, to each receiving domain; `domain` is empty for all of them together.
create table warm_up_counts (
  newsletter_key integer not null references newsletters on delete cascade,
  day date not null,               -- in the newsletter's time zone, as it was then
  domain text not null,
  count integer not null,
  primary key (newsletter_key, day, domain)
);

-- What became of an email's copies by receiving domain, counted from the ledger now and then. The arrays have one place for each domain.
create table domain_counts (
  email_key bigint primary key references emails on delete cascade,
  counted_date timestamptz(3) not null,
  version text not null,           -- of the chunks' counts; if they have another one now, these are out of date
  domains text[] not null,
  accepted integer[] not null,     -- including those that bounced or were reported later
  deferred integer[] not null,
  refused_hard integer[] not null,
  refused_soft integer[] not null,
  bounced_hard integer[] not null,
  bounced_soft integer[] not null,
  complaints integer[] not null
);
