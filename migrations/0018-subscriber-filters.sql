-- Lists of subscribers are narrowed, counted and read in order from these indexes: by type, by domain, by metadata.
alter table subscribers add column domain text not null generated always as (split_part(normal_address, '@', 2)) stored;
create index subscribers_type on subscribers (newsletter_key, type, creation_date, key);
create index subscribers_domain on subscribers (newsletter_key, domain, creation_date, key);
create index subscribers_metadata on subscribers using gin (metadata jsonb_path_ops);
