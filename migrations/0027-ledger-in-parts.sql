-- Destructive: marks of the ledger are dropped after they have been taken over.
-- One mark instead of three: the recipients of a chunk that may have been handed over and have no outcome yet. Written
-- before anything of them leaves, and shortened by the statement that writes their outcomes. Whoever was cut off before
-- the upgrade is found by the old marks one last time.
alter table delivery_chunks add column in_hand bigint[] not null default '{}';
update delivery_chunks chunk
set in_hand = array(
  select subscriber_key from deliveries
  where deliveries.email_key = chunk.email_key and subscriber_key between first_key and last_key and status = 'planned'
    and (handed_by = chunk.lease or subscriber_key <= handed_up_to and passed_by is distinct from chunk.lease)
  order by subscriber_key)
where lease is not null;
alter table delivery_chunks drop column handed_up_to;
alter table deliveries drop column passed_by, drop column handed_by;

-- What wants work is looked up email by email, so that a paused email of any size costs one step; and so is who is served.
drop index delivery_chunks_due;
create index delivery_chunks_due on delivery_chunks (email_key, next_attempt_date, first_key) where next_attempt_date is not null;
create index delivery_chunks_leased on delivery_chunks (email_key) where lease is not null;

-- The rows of an email go with it. A foreign key would do the same, and would cost as much for each recipient as the rest
-- of freezing them.
alter table deliveries drop constraint deliveries_email_key_fkey;
create function delete_deliveries() returns trigger language plpgsql as $$
declare gone_key bigint;
begin
  for gone_key in select key from gone loop
    delete from deliveries where email_key = gone_key;
  end loop;
  return null;
end $$;
create trigger emails_deliveries after delete on emails
  referencing old table as gone for each statement execute function delete_deliveries();

-- The ledger lies in parts, each the rows of a range of emails; the program adds the next one before it is needed. What
-- is there becomes the first part as it stands, up to `next_key`. PostgreSQL reads all of it once unless a valid
-- constraint says already that no row is beyond.
create function part_ledger(next_key bigint) returns void language plpgsql as $$
declare of_ledger record;
begin
  lock table deliveries in access exclusive mode;
  alter table deliveries rename to deliveries_0;
  for of_ledger in select indexrelid::regclass as name, relname from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'deliveries_0'::regclass
  loop
    execute format('alter index %s rename to %I', of_ledger.name, replace(of_ledger.relname, 'deliveries', 'deliveries_0'));
  end loop;
  create table deliveries (like deliveries_0 including defaults, primary key (email_key, subscriber_key)) partition by range (email_key);
  -- What recipients did, in the order in which it happened, email by email: /v1/events reads it from the ledger.
  create index deliveries_delivered on deliveries (email_key, status_date, subscriber_key)
    where status in ('accepted', 'complained');
  create index deliveries_rejected on deliveries (email_key, status_date, subscriber_key) where status = 'permanent';
  create index deliveries_opened on deliveries (email_key, open_date, subscriber_key) where open_date is not null;
  create index deliveries_clicked on deliveries (email_key, click_date, subscriber_key) where click_date is not null;
  execute format('alter table deliveries attach partition deliveries_0 for values from (minvalue) to (%s)', next_key);
  alter table deliveries_0 drop constraint if exists deliveries_first_part;
end $$;

-- Reading a million rows takes a tenth of a second. A ledger that would take about a minute is parted by the program, while
-- it sends.
do $$
begin
  if pg_relation_size('deliveries') < 8::bigint << 30 then
    perform part_ledger((select coalesce(max(key), 0) + 1 from emails));
  end if;
end $$;
