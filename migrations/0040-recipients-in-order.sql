-- Recipients by the date of their status: these are the few whom neither of the other two indexes has. Freezing an audience
-- and accepting a copy do not touch it. Also finds temporary failures and bounces without reading the whole ledger.
create index deliveries_unsettled on deliveries (email_key, status_date, subscriber_key)
  where status not in ('accepted', 'complained', 'permanent') and status_date is not null;

-- A ledger that is not in parts yet gets the same indexes when it is.
create or replace function part_ledger(next_key bigint) returns void language plpgsql as $$
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
  create index deliveries_unsettled on deliveries (email_key, status_date, subscriber_key)
    where status not in ('accepted', 'complained', 'permanent') and status_date is not null;
  execute format('alter table deliveries attach partition deliveries_0 for values from (minvalue) to (%s)', next_key);
  alter table deliveries_0 drop constraint if exists deliveries_first_part;
end $$;
