-- How often a subscriber gets mail, and when a newsletter sends its digests: {"weekday", "time"}; null: it has none.
create type mail_frequency as enum ('each', 'weekly', 'monthly');
alter table subscribers add column frequency mail_frequency not null default 'each';
alter table newsletters add column digests jsonb;
-- Who gets an email in a digest instead: decided when its audience was frozen. `digest_key` is the digest that had it.
create table digest_items (
  email_key bigint not null references emails on delete cascade,
  subscriber_key bigint not null references subscribers on delete cascade,
  due_date timestamptz not null,
  digest_key bigint references emails on delete set null,
  primary key (email_key, subscriber_key)
);
create index digest_items_due on digest_items (due_date) where digest_key is null;
create index digest_items_subscriber on digest_items (subscriber_key);
create index digest_items_digest on digest_items (digest_key) where digest_key is not null;
