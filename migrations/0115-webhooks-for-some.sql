-- A webhook may want only events about some emails, automations or people.
alter table webhooks
  add column email_ids uuid[] not null default '{}',       -- empty: all
  add column automation_ids uuid[] not null default '{}',  -- empty: all
  add column filters jsonb;                                -- which people; null: everybody

-- What the filter of a webhook has not decided yet is due at infinity.
create index webhook_deliveries_undecided on webhook_deliveries (webhook_key, event_key) where next_attempt_date = 'infinity';
