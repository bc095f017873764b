-- How many of a chunk's recipients are where, kept by the statements that change the ledger. `postrider ledger verify`
-- and a test hold them equal to the rows. Kept by chunk and not by email, so that workers do not wait for each other.
alter table delivery_chunks
  add column planned integer not null default 0,
  add column accepted integer not null default 0,
  add column temporary integer not null default 0,
  add column permanent integer not null default 0,
  add column uncertain integer not null default 0,
  add column skipped integer not null default 0,
  add column bounced integer not null default 0,
  add column complained integer not null default 0,
  add column opens integer not null default 0,
  add column clicks integer not null default 0,
  add column unsubscriptions integer not null default 0,
  add column complaints integer not null default 0,
  set (fillfactor = 50);  -- its rows are updated in place with every window

update delivery_chunks chunk
set planned = counted.planned, accepted = counted.accepted, temporary = counted.temporary, permanent = counted.permanent,
  uncertain = counted.uncertain, skipped = counted.skipped, bounced = counted.bounced, complained = counted.complained,
  opens = counted.opens, clicks = counted.clicks, unsubscriptions = counted.unsubscriptions, complaints = counted.complaints
from (
  select delivery_chunks.email_key, first_key,
    count(*) filter (where status = 'planned') as planned,
    count(*) filter (where status = 'accepted') as accepted,
    count(*) filter (where status = 'temporary') as temporary,
    count(*) filter (where status = 'permanent') as permanent,
    count(*) filter (where status = 'uncertain') as uncertain,
    count(*) filter (where status = 'skipped') as skipped,
    count(*) filter (where status = 'bounced') as bounced,
    count(*) filter (where status = 'complained') as complained,
    count(open_date) as opens, count(click_date) as clicks,
    count(unsubscription_date) as unsubscriptions, count(complaint_date) as complaints
  from delivery_chunks
  join deliveries on deliveries.email_key = delivery_chunks.email_key
    and subscriber_key between first_key and last_key
  group by 1, 2
) counted
where chunk.email_key = counted.email_key and chunk.first_key = counted.first_key;
