-- Since when somebody gets no more mail because of their type, so that they can be listed, the newest first.
alter table subscribers add column suppressed_date timestamptz(3);

create function note_suppression() returns trigger language plpgsql as $$
begin
  new.suppressed_date := case
    when new.type in ('unsubscribed', 'undeliverable', 'complained', 'blocked', 'removed')
    then coalesce(new.unsubscription_date, new.modification_date) end;
  return new;
end $$;
create trigger subscribers_suppressed_at_insert before insert on subscribers for each row
  when (new.suppressed_date is null and new.type in ('unsubscribed', 'undeliverable', 'complained', 'blocked', 'removed'))
  execute function note_suppression();
create trigger subscribers_suppressed_at_update before update of type on subscribers for each row
  when (new.type is distinct from old.type)
  execute function note_suppression();

update subscribers set suppressed_date = coalesce(unsubscription_date, (
  select creation_date from events
  where subscriber_id = subscribers.id and event_type = 'subscriber.type.changed' order by key desc limit 1
), modification_date)
where type in ('unsubscribed', 'undeliverable', 'complained', 'blocked', 'removed');

create index subscribers_suppressed on subscribers (newsletter_key, type, suppressed_date, key)
  where suppressed_date is not null;
create index suppressions_creation on suppressions (newsletter_key, creation_date, address_hash);
