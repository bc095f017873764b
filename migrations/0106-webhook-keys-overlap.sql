-- A webhook that gets a new signing key signs with the former one too, for a day, so that its receiver can change over.
alter table webhooks
  add column former_signing_key text not null default '',  -- encrypted; empty: none
  add column former_key_until timestamptz(3);
