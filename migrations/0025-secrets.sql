-- Destructive: the secret of links leaves the table installation.
-- The values of the secret that signs the links in our mails: the newest signs, all verify. They are encrypted with a
-- key outside the database, and a new installation gets its first value at its first start, already encrypted.
create table link_secrets (
  key int primary key generated always as identity,
  id uuid not null unique,
  value text not null,  -- hexadecimal until the first start of this version encrypts it
  creation_date timestamptz not null default now()
);
insert into link_secrets (id, value)
select gen_random_uuid(), encode(secret, 'hex') from installation
where exists (select from newsletters);
alter table installation drop column secret;

-- Who did what, apart from the events, which tell what happened to subscribers and emails. No foreign keys: entries outlive
-- what they are about.
create table audit_log (
  key bigint primary key generated always as identity,
  id uuid not null unique,
  newsletter_id uuid,  -- null: the installation
  action text not null,
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  ip_address text not null,
  object_id text,
  details jsonb not null,
  creation_date timestamptz not null default now()
);
create index audit_log_newsletter on audit_log (newsletter_id, key);
