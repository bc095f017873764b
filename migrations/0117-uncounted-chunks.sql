-- Locks: a chunk stands for up to 2,000 recipients, and the index holds only those that are not counted yet

-- Which chunks have outcomes that the counts by domain do not know yet, so that counting them again looks at nothing else.
alter table delivery_chunks add column is_counted boolean not null default true;  -- a new one has no outcomes

-- Most emails went out long ago, and hardly any chunk is changing. While one does, this says so only once, so that its other updates
-- stay within the page.
create function note_uncounted() returns trigger language plpgsql as $$
begin
  new.is_counted = false;
  return new;
end $$;
create trigger delivery_chunks_change before update on delivery_chunks for each row
  when (old.is_counted and (old.accepted, old.temporary, old.permanent, old.bounced, old.complained, old.soft_bounced, old.complaints)
    is distinct from (new.accepted, new.temporary, new.permanent, new.bounced, new.complained, new.soft_bounced, new.complaints))
  execute function note_uncounted();

create index delivery_chunks_uncounted on delivery_chunks (email_key) where not is_counted;

-- Those that were to be counted by the version of their email's counts, which only earlier programs still compare.
update delivery_chunks set is_counted = false
where email_key in (
  select emails.key from emails left join domain_counts on domain_counts.email_key = emails.key
  cross join lateral (
    select concat_ws(' ', sum(accepted), sum(temporary), sum(permanent), sum(bounced), sum(complained), sum(soft_bounced),
      sum(complaints), extract(epoch from max(served_date))) as version
    from delivery_chunks where delivery_chunks.email_key = emails.key
  ) ledger
  where publish_date > now() - interval '91 days' and ledger.version is distinct from domain_counts.version
);
