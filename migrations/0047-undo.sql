-- Bulk actions on subscribers can be undone. What each subscriber had before is kept for 30 days, or until they are deleted.
create table bulk_action_former (
  action_key bigint not null references bulk_actions on delete cascade,
  subscriber_key bigint not null references subscribers on delete cascade,
  date timestamptz(3) not null default now(),  -- when the action changed them
  former jsonb not null,
  primary key (action_key, subscriber_key)
);
create index bulk_action_former_subscriber on bulk_action_former (subscriber_key);

alter table bulk_actions
  add column undo_until timestamptz(3),  -- null: it cannot be undone
  add column undoes uuid,                -- the action that this one undoes
  add column undone_by uuid;             -- the action that undoes this one
create index bulk_actions_undoable on bulk_actions (undo_until) where undo_until is not null;

-- When the person last unsubscribed or complained, even if they got no mail any more: no undo brings them back after that.
alter table subscribers add column left_date timestamptz(3);
