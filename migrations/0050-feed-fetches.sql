-- What came of fetching each feed. Fetches in a row that found nothing new, or failed for the same reason, share a row.
create table feed_fetches (
  key bigint generated always as identity primary key,
  feed_key bigint not null references feeds on delete cascade,
  result text not null,
  reason text not null,            -- why it failed; empty if it did not
  new_count integer not null,      -- items that the feed did not have before
  fetch_count integer not null default 1,
  first_date timestamptz(3) not null,
  last_date timestamptz(3) not null
);
create index feed_fetches_feed on feed_fetches (feed_key, key);
create index feed_fetches_age on feed_fetches (last_date);
