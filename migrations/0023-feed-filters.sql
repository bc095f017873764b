-- Destructive: the only feed of an automation moves to a table of its own.
-- An automation follows one feed or several, and may leave items of them out.
create table automation_feeds (
  automation_key bigint not null references automations on delete cascade,
  feed_key bigint not null references feeds,
  place integer not null,                -- from 0 on: the first is its `url`
  on_next_poll automation_item_status,   -- what becomes of all items of the next answer that the automation does not know; null: the usual
  creation_date timestamptz(3) not null, -- when the automation began to follow it
  primary key (automation_key, feed_key)
);
create index automation_feeds_feed on automation_feeds (feed_key);

insert into automation_feeds (automation_key, feed_key, place, on_next_poll, creation_date)
select key, feed_key, 0, on_next_poll, creation_date from automations;

alter table automations
  drop column feed_key,
  drop column on_next_poll,
  add column item_filters jsonb not null
    default '{"include": {"categories": [], "titles": [], "authors": []}, "exclude": {"categories": [], "titles": [], "authors": []}}';
