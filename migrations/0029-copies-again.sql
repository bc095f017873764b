-- What was sent can be shown: each copy can be made again, byte for byte, and its hash proves it.
-- Six bytes: they fit into the padding of some rows, where eight would make every row 5.3 % larger.
alter table deliveries add column copy_hash bytea;  -- of the copy that was handed over last

-- All that the copies of an email have in common, as it was when they were made. Content is compressed JSON.
create table plates (
  email_key bigint not null references emails on delete cascade,
  hash bytea not null,  -- SHA-256 of what content says
  content bytea not null,
  creation_date timestamptz not null default clock_timestamp(),
  primary key (email_key, hash)
);
alter table plates alter column content set storage external;

-- What of their readers the emails of a newsletter have read (type, tags, metadata or metadata.KEY), and when copies were
-- last made, give or take an hour.
create table values_read (
  newsletter_key integer primary key references tenants on delete cascade,
  names text[] not null,
  print_date timestamptz not null
);

-- What a subscriber was before a change, as far as copies may have been made of it. Goes with the subscriber.
create table subscriber_versions (
  subscriber_key bigint not null references subscribers on delete cascade,
  until_date timestamptz not null,
  email_address text not null,
  type subscriber_type not null,
  tags integer[],  -- null: no email read them
  metadata jsonb not null,  -- the fields that emails read
  primary key (subscriber_key, until_date)
);

create function metadata_read(metadata jsonb, names text[]) returns jsonb language sql immutable as $$
  select case when 'metadata' = any(names) then metadata else
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(metadata) where 'metadata.' || key = any(names)) end
$$;

create function keep_subscriber_version() returns trigger language plpgsql as $$
declare seen values_read;
begin
  select * into seen from values_read where newsletter_key = old.newsletter_key;
  if not found then return null; end if;
  if old.email_address = new.email_address
    and (old.type = new.type or 'type' <> all(seen.names))
    and (old.tags = new.tags or 'tags' <> all(seen.names))
    and not exists (
      select from unnest(seen.names) name
      where case when name = 'metadata' then old.metadata <> new.metadata
        else name like 'metadata.%' and old.metadata -> substr(name, 10) is distinct from new.metadata -> substr(name, 10) end)
  then return null; end if;
  -- Nothing was mailed since the subscriber became what is replaced now. A chunk may have been begun hours ago.
  if seen.print_date + interval '3 hours'
    < coalesce((select max(until_date) from subscriber_versions where subscriber_key = old.key), old.creation_date)
  then return null; end if;
  insert into subscriber_versions (subscriber_key, until_date, email_address, type, tags, metadata)
  values (old.key, clock_timestamp(), old.email_address, old.type,
    case when 'tags' = any(seen.names) then old.tags end, metadata_read(old.metadata, seen.names));
  return null;
end $$;
create trigger subscribers_version after update on subscribers for each row
  when (old.email_address <> new.email_address or old.type <> new.type or old.tags <> new.tags or old.metadata <> new.metadata)
  execute function keep_subscriber_version();

-- What a tag was called before it was renamed or deleted, where emails read tags.
create table tag_versions (
  newsletter_key integer not null references tenants on delete cascade,
  tag_key integer not null,
  until_date timestamptz not null,
  name text not null,
  primary key (newsletter_key, tag_key, until_date)
);
create function keep_tag_version() returns trigger language plpgsql as $$
begin
  insert into tag_versions (newsletter_key, tag_key, until_date, name)
  select newsletter_key, old.key, clock_timestamp(), old.name
  from values_read where newsletter_key = old.newsletter_key and 'tags' = any(names);
  return null;
end $$;
create trigger tags_renamed after update on tags for each row when (old.name <> new.name) execute function keep_tag_version();
create trigger tags_deleted after delete on tags for each row execute function keep_tag_version();
