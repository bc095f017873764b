-- An image with the same bytes is the same image. Images of earlier days have no hash: they are made again once.
alter table files
  add column hash bytea,                       -- SHA-256 of an image's bytes
  add column metadata jsonb not null default '{}';
create unique index files_image_unique on files (newsletter_key, hash) where kind = 'image';

-- Whether a sign-up form may bring a tag that is new, and how many it has brought on a day. A counter and not a count of
-- tags: who deletes them does not thereby allow more.
alter table newsletters add column forms_create_tags boolean not null default true;
create table form_tags (
  newsletter_key integer primary key references newsletters on delete cascade,
  day date not null,
  made smallint not null
);

-- What recipients did, in the order in which it happened, email by email: /v1/events reads it from the ledger.
create index deliveries_delivered on deliveries (email_key, status_date, subscriber_key)
  where status in ('accepted', 'complained');
create index deliveries_rejected on deliveries (email_key, status_date, subscriber_key) where status = 'permanent';
create index deliveries_opened on deliveries (email_key, open_date, subscriber_key) where open_date is not null;
create index deliveries_clicked on deliveries (email_key, click_date, subscriber_key) where click_date is not null;
