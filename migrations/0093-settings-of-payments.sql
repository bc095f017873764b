-- How the newsletter was paid for last, without account, key and products: kept when the connection ends, and in bundles.
alter table newsletters add column payment_settings jsonb not null default '{}';
