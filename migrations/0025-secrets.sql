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
